import { limits } from '../../../../nodes/client/limits';
import { Progress } from '../../../../nodes/client/submission/records';

const submission = () => ({ content: 'c', body: '{"key":"k"}' });
/** As n8n keeps it between two tries. */
const kept = <T>(stored: T): T => JSON.parse(JSON.stringify(stored)) as T;

describe('Progress', () => {
	it('keeps the execution it was first seen in', () => {
		const stored = {};
		expect(new Progress(stored, 0, '7').executionId).toBe('7');
		expect(new Progress(kept(stored), 0, '8').executionId).toBe('7');
	});

	it('finds an unchanged item of the same run, and no other', () => {
		const stored = {};
		const first = new Progress(stored, 0, '7');
		first.plan('key', submission());
		first.remember(3, { fingerprint: 'f', idempotencyKey: 'key' });

		const second = new Progress(kept(stored), 0, '7');
		expect(second.keyOf(3, 'f')).toBe('key');
		expect(second.keyOf(3, 'changed')).toBeUndefined();
		expect(second.keyOf(4, 'f')).toBeUndefined();
		expect(new Progress(kept(stored), 1, '7').keyOf(3, 'f')).toBeUndefined();
	});

	it('gives up a key only in the try after its job has failed', () => {
		const stored = {};
		const first = new Progress(stored, 0, '7');
		first.plan('key', submission()).status = 'failed';
		first.remember(0, { fingerprint: 'f', idempotencyKey: 'key' });
		expect(first.hasFailed('key')).toBe(false);
		expect(first.keyOf(0, 'f')).toBe('key');

		const second = new Progress(kept(stored), 0, '7');
		expect(second.hasFailed('key')).toBe(true);
		expect(second.keyOf(0, 'f')).toBeUndefined();
	});

	it('forgets the items of a finished run, and old jobs, but never what is pending', () => {
		const stored: ConstructorParameters<typeof Progress>[0] = {};
		const progress = new Progress(stored, 0, '7');
		progress.plan('pending', submission());
		for (let n = 0; n < limits.rememberedSubmissions + 5; n += 1) {
			progress.plan(`done ${n}`, { content: 'c', jobId: `job_${n}` });
			progress.remember(n, { fingerprint: 'f', idempotencyKey: `done ${n}` });
		}
		progress.finish();
		expect(progress.submitted()).toEqual([]);
		const keys = Object.keys(stored.submissions ?? {});
		expect(keys).toHaveLength(limits.rememberedSubmissions + 1);
		expect(keys).toContain('pending');
		expect(keys).not.toContain('done 4');
		expect(keys).toContain('done 5');
	});

	it('lists what a run has submitted in the order of its items', () => {
		const progress = new Progress({}, 2, '7');
		for (const itemIndex of [10, 2, 0]) {
			progress.plan(`k${itemIndex}`, { content: 'c', jobId: `job_${itemIndex}` });
			progress.remember(itemIndex, { fingerprint: 'f', idempotencyKey: `k${itemIndex}` });
		}
		expect(progress.submitted().map(({ itemIndex }) => itemIndex)).toEqual([0, 2, 10]);
	});
});
