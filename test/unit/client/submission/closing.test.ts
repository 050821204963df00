import { PRODUCT_LIMITS } from '../../../../nodes/client/limits';
import {
	closingOf,
	SubmissionRecords,
	type SubmissionRecord,
} from '../../../../nodes/client/submission';

const of = (slot: string, more: Partial<SubmissionRecord>): SubmissionRecord => ({
	content: 'c',
	jobId: `job ${slot}`,
	document: `document ${slot}`,
	generation: 1,
	journaled: 'delivery',
	...more,
});

function closing(given: string[], ...all: Array<Partial<SubmissionRecord>>) {
	const records = new SubmissionRecords({ slots: {}, submissions: {} }, PRODUCT_LIMITS.submission);
	all.forEach((more, at) => {
		const slot = String(at);
		records.plan(`a ${slot}`, of(slot, more));
		records.remember(slot, 'mark', `a ${slot}`);
	});
	return closingOf(records, new Set(given));
}
const entry = (slot: string, generation = 1) => ({ document: `document ${slot}`, generation });

test('what was given out is delivered, and nothing else', () => {
	expect(closing(['0', '2'], {}, {}, { generation: 3 })).toEqual({
		delivered: [entry('0'), entry('2', 3)],
		failed: [],
	});
});

test('a job that failed has failed, given out or not, in every scope', () => {
	const failed = { status: 'failed' };
	expect(closing(['0'], failed, failed, { ...failed, journaled: 'content' })).toEqual({
		delivered: [],
		failed: [entry('0'), entry('1'), entry('2')],
	});
});

test.each(['content', 'custom'] as const)('scope %s: one job stands for good', (journaled) => {
	expect(closing(['0'], { journaled })).toEqual({ delivered: [], failed: [] });
});

test('what the journal does not have is not closed', () => {
	const without = [{ journaled: undefined }, { generation: undefined }, { document: undefined }];
	expect(closing(['0', '1', '2'], ...without)).toEqual({ delivered: [], failed: [] });
});

test('what was never sent stays unfinished', () => {
	expect(closing(['0'], { jobId: undefined })).toEqual({ delivered: [], failed: [] });
});
