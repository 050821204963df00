import * as fc from 'fast-check';
import { readEvent } from '../../../../nodes/TagPdfTrigger/event';

const job = {
	id: 'job_1',
	status: 'completed',
	filename: 'annual/report.pdf',
	credits_used: 3,
	options: null,
	created_at: '2026-11-21T09:00:00Z',
	request_id: 'req_1',
};
const event = { id: 'evt_1', type: 'job.completed', created: 1_764_000_000, data: { job } };

const CHOSEN = ['job.completed', 'job.failed'];
const read = (value: unknown) => readEvent(Buffer.from(JSON.stringify(value)), CHOSEN);

describe('reads', () => {
	test.each(['job.completed', 'job.failed'])('%s as the service sent it', (type) => {
		expect(read({ ...event, type })).toEqual({ ...event, type });
	});

	test('unknown fields, and values that it does not use', () => {
		const later = {
			...event,
			version: 2,
			data: { job: { id: 'j', status: 'completed' }, more: [] },
		};
		expect(read(later)).toEqual(later);
	});

	const unusual: Array<[string, object]> = [
		['without an id', { ...event, id: undefined }],
		['with a number as id', { ...event, id: 7 }],
		['with a date as time', { ...event, created: '2026-11-21T09:00:00Z' }],
		['with a fraction as time', { ...event, created: 1_764_000_000.5 }],
		['without a time', { ...event, created: undefined }],
		['whose job has no status', { ...event, data: { job: { ...job, status: undefined } } }],
	];
	test.each(unusual)('an event %s, because the trigger does not need it', (_what, value) => {
		const sent: unknown = JSON.parse(JSON.stringify(value));
		expect(read(value)).toEqual(sent);
	});
});

test.each(['account.closed', 'job.Completed'])(
	'reads only the type of another event: %s',
	(type) => {
		expect(read({ type })).toBe('not chosen');
	},
);

test('reads only the chosen types', () => {
	const body = Buffer.from(JSON.stringify(event));
	expect(readEvent(body, ['job.failed'])).toBe('not chosen');
	expect(readEvent(body, [])).toBe('not chosen');
});

describe('finds no event in', () => {
	const bodies: Array<[string, string | Buffer]> = [
		['nothing', ''],
		['one byte', '1'],
		['a list', JSON.stringify([event])],
		['null', 'null'],
		['a text', JSON.stringify(JSON.stringify(event))],
		['half of an event', JSON.stringify(event).slice(0, -20)],
		['two events', JSON.stringify(event) + JSON.stringify(event)],
		['a form', `payload=${encodeURIComponent(JSON.stringify(event))}`],
		['XML', '<event type="job.completed"/>'],
		['UTF-16', Buffer.from(JSON.stringify(event), 'utf16le')],
	];
	test.each(bodies)('%s', (_what, body) => {
		expect(readEvent(Buffer.from(body), CHOSEN)).toBe('unreadable');
	});

	const events: Array<[string, unknown]> = [
		['without a type', { ...event, type: undefined }],
		['with a type that is no text', { ...event, type: 7 }],
		['without data', { ...event, data: undefined }],
		['with data that is null', { ...event, data: null }],
		['without a job', { ...event, data: {} }],
		['with a job that is only an id', { ...event, data: { job: 'job_1' } }],
		['whose job has no id', { ...event, data: { job: { ...job, id: undefined } } }],
		['whose job has a number as id', { ...event, data: { job: { ...job, id: 1 } } }],
		['whose job has an empty id', { ...event, data: { job: { ...job, id: '' } } }],
	];
	test.each(events)('an event %s', (_what, value) => {
		expect(read(value)).toBe('unreadable');
	});
});

describe('finds no event in noise, and never throws', () => {
	const isRead = (body: Buffer) => readEvent(body, CHOSEN) !== 'unreadable';

	test('of random bytes', () => {
		const noise = fc.uint8Array({ minLength: 1, maxLength: 4_000, size: 'max' });
		fc.assert(fc.property(noise, (bytes) => expect(isRead(Buffer.from(bytes))).toBe(false)));
	});
});
