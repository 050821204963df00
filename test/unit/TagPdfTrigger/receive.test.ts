import { receive } from '../../../nodes/TagPdfTrigger/receive';
import { describeRefusal } from '../../../nodes/TagPdfTrigger/refusals';
import { FakeWebhook, type FakeWebhookSetup } from '../support/fakeWebhook';
import { jobEvent, signedDelivery } from './events';

const deliver = async (setup: FakeWebhookSetup) => {
	const fake = new FakeWebhook(setup);
	const result = await receive(fake.context);
	return { fake, result, answer: [fake.response.statusCode, fake.response.body] };
};
const DONE = { noWebhookResponse: true };
const acknowledged = jobEvent();

describe('admits', () => {
	test('a genuine event of a chosen type, as the service sent it, and leaves the answer to n8n', async () => {
		const event = jobEvent();
		const { fake, result } = await deliver(signedDelivery(event));
		expect(result).toEqual({ workflowData: [[{ json: event }]] });
		expect(fake.response.body).toBeUndefined();
		expect(fake.log.lines).toEqual([]);
	});

	test('each chosen type', async () => {
		const event = jobEvent({ type: 'job.failed' });
		const { result } = await deliver({
			...signedDelivery(event),
			parameters: { events: ['job.completed', 'job.failed'] },
		});
		expect(result.workflowData).toHaveLength(1);
	});

	test('an acknowledged job only once', async () => {
		const event = jobEvent();
		const first = await deliver(signedDelivery(event));
		first.fake.response.end(200);
		const again = await deliver(signedDelivery({ ...event, id: 'evt_other' }));
		expect(again.result).toEqual(DONE);
		expect(again.answer).toEqual([200, { message: 'Received before.' }]);
	});

	test('a job only once, even after a thousand others', async () => {
		const event = jobEvent();
		(await deliver(signedDelivery(event))).fake.response.end(200);
		for (let n = 0; n < 1_000; n += 1) {
			const { fake, result } = await deliver(signedDelivery(jobEvent()));
			expect(result.workflowData).toHaveLength(1);
			fake.response.end(200);
		}
		expect((await deliver(signedDelivery(event))).result).toEqual(DONE);
	});

	test.each([{ node: { id: 'node_2' } }, { workflow: { id: 'workflow_2' } }])(
		'a job that another node has received: %j',
		async (elsewhere) => {
			const event = jobEvent();
			const first = await deliver(signedDelivery(event));
			first.fake.response.end(200);
			const { result } = await deliver({ ...signedDelivery(event), ...elsewhere });
			expect(result).toEqual({ workflowData: [[{ json: event }]] });
		},
	);

	test.each([404, 503])(
		'a job again if its first delivery was answered with %d',
		async (statusCode) => {
			const event = jobEvent();
			const first = await deliver(signedDelivery(event));
			first.fake.response.end(statusCode);
			expect((await deliver(signedDelivery(event))).result.workflowData).toHaveLength(1);
		},
	);

	describe('a job that n8n acknowledged long ago, because its store decides then:', () => {
		const NOW = 1_764_000_000_000;
		beforeEach(() => jest.useFakeTimers({ now: NOW, doNotFake: ['nextTick'] }));
		afterEach(() => jest.useRealTimers());

		test.each([
			[599, DONE],
			[600, { workflowData: [[{ json: expect.anything() as unknown }]] }],
		])('after %d seconds', async (seconds, expected) => {
			const event = jobEvent();
			const first = await deliver(signedDelivery(event));
			first.fake.response.end(200);
			expect((await deliver(signedDelivery(event))).result).toEqual(DONE);
			jest.setSystemTime(NOW + seconds * 1000);
			expect((await deliver(signedDelivery(event))).result).toEqual(expected);
		});
	});

	test('every delivery to the Test URL', async () => {
		const event = jobEvent();
		for (let n = 0; n < 2; n += 1) {
			const { fake, result } = await deliver({ ...signedDelivery(event), mode: 'manual' });
			fake.response.end(200);
			expect(result.workflowData).toHaveLength(1);
		}
	});
});

describe('answers without a workflow', () => {
	test.each(['webhook', 'manual'] as const)('401 to a forged delivery (%s)', async (mode) => {
		const { fake, result, answer } = await deliver({
			...signedDelivery(jobEvent(), 'whsec_other'),
			mode,
		});
		expect(result).toEqual(DONE);
		expect(answer).toEqual([401, { message: describeRefusal(fake.context, 'wrong') }]);
	});

	test.each([
		['an event of a type that is not chosen', jobEvent({ type: 'job.failed' })],
		['an event of an unknown type', jobEvent({ type: 'account.closed' })],
		['no event', Buffer.from('[]')],
		['a job that n8n has acknowledged', acknowledged],
	])('only 401 to any body without a genuine signature: %s', async (_what, body) => {
		if (body === acknowledged) {
			(await deliver(signedDelivery(acknowledged))).fake.response.end(200);
		}
		const forged = signedDelivery(body, 'whsec_other');
		const unsigned = { ...signedDelivery(body), signatures: [] };
		for (const setup of [forged, unsigned]) {
			const { result, answer } = await deliver(setup);
			expect(result).toEqual(DONE);
			expect(answer).toEqual([401, { message: 'The signature is not accepted.' }]);
		}
	});

	test('400 to a signed body that is no event, and logs it', async () => {
		const { fake, result, answer } = await deliver(signedDelivery(Buffer.from('[]')));
		expect(result).toEqual(DONE);
		expect(answer).toEqual([
			400,
			{ message: 'The body is not an event of the Document Tagging Service.' },
		]);
		expect(fake.log.lines).toEqual([
			[
				'warn',
				'"Tag PDF Trigger" in workflow "Inbox" refused a delivery: it is signed, but not an event.',
			],
		]);
	});

	test.each(['job.failed', 'account.closed'])(
		'200 to the unchosen event %s, and does not record its job',
		async (type) => {
			const event = jobEvent();
			const { result, answer } = await deliver(signedDelivery({ ...event, type }));
			expect(result).toEqual(DONE);
			expect(answer).toEqual([
				200,
				{ message: 'Received. This workflow does not listen to this type of event.' },
			]);
			expect((await deliver(signedDelivery(event))).result.workflowData).toHaveLength(1);
		},
	);

	test('500 to an unexpected exception, so that the service retries, and logs it', async () => {
		const { fake, result, answer } = await deliver({
			...signedDelivery(),
			credential: new Error('database is busy'),
			node: { id: 'without a secret that is remembered' },
		});
		expect(result).toEqual(DONE);
		expect(answer).toEqual([
			500,
			{ message: 'The event could not be handled. Send it again later.' },
		]);
		expect(fake.log.lines).toEqual([
			[
				'error',
				'"Tag PDF Trigger" in workflow "Inbox" could not handle a delivery: Error: database is busy',
			],
		]);
	});
});
