import { PRODUCT_LIMITS } from '../../../../nodes/client/limits';
import type { Job } from '../../../../nodes/client/service';
import {
	SubmissionRecords,
	type StoredSubmissions,
	type SubmissionRecord,
} from '../../../../nodes/client/submission';

const limits = PRODUCT_LIMITS.submission;
const pending = (): SubmissionRecord => ({ content: 'c', body: '{"key":"k"}' });
const accepted = (jobId: string): SubmissionRecord => ({ content: 'c', jobId });
const nothing = (): StoredSubmissions => ({ slots: {}, submissions: {} });
const job = (id: string, status: Job['status'] = 'processing'): Job => ({
	id,
	status,
	filename: null,
	credits_used: 1,
	options: null,
	created_at: '2026-01-01T00:00:00Z',
	request_id: 'r',
});

/** The next try: what n8n kept, and records that begin with it. */
function nextTry(stored: StoredSubmissions): SubmissionRecords {
	return new SubmissionRecords(JSON.parse(JSON.stringify(stored)) as StoredSubmissions, limits);
}

/** Counts everything that is looked at in an object and in the objects in it. */
function counted<T extends object>(target: T, looked: { times: number }): T {
	return new Proxy(target, {
		get(object, name, receiver) {
			looked.times += 1;
			const value: unknown = Reflect.get(object, name, receiver);
			return typeof value === 'object' && value !== null ? counted(value, looked) : value;
		},
		ownKeys(object) {
			looked.times += 1;
			return Reflect.ownKeys(object);
		},
		getOwnPropertyDescriptor(object, name) {
			looked.times += 1;
			return Reflect.getOwnPropertyDescriptor(object, name);
		},
	});
}

describe('SubmissionRecords', () => {
	let stored: StoredSubmissions;
	let records: SubmissionRecords;

	beforeEach(() => {
		stored = nothing();
		records = new SubmissionRecords(stored, limits);
	});

	function accept(submissionId: string, given: Job, content = 'c'): void {
		records.plan(submissionId, { ...pending(), content });
		records.accepted(submissionId, given);
	}

	it('finds what an unchanged document was submitted as, in this try and the next', () => {
		records.plan('id', pending());
		records.remember('3', 'mark', 'id');
		for (const each of [records, nextTry(stored)]) {
			expect(each.submissionOf('3', 'mark')).toBe('id');
			expect(each.submissionOf('3', 'changed')).toBeUndefined();
			expect(each.submissionOf('4', 'mark')).toBeUndefined();
			expect(each.get('id')).toEqual(pending());
			expect(each.get('other')).toBeUndefined();
		}
	});

	it('finds nothing that was remembered but never planned', () => {
		records.remember('3', 'mark', 'id');
		expect(records.submissionOf('3', 'mark')).toBeUndefined();
	});

	it('gives up a submission only in the try after its job has failed', () => {
		accept('id', job('j'));
		records.remember('0', 'mark', 'id');
		records.saw(job('j', 'failed'));
		expect(records.isSpent('id')).toBe(false);
		expect(records.submissionOf('0', 'mark')).toBe('id');

		const second = nextTry(stored);
		expect(second.isSpent('id')).toBe(true);
		expect(second.isSpent('other')).toBe(false);
		expect(second.submissionOf('0', 'mark')).toBeUndefined();
	});

	it.each(['processing', 'completed'] as const)('keeps one whose job is %s', (status) => {
		accept('id', job('j', status));
		expect(nextTry(stored).isSpent('id')).toBe(false);
	});

	it('keeps of an accepted submission the job, and nothing that is sent no more', () => {
		const record = records.plan('id', { ...pending(), sent: true });
		records.accepted('id', job('j', 'completed'));
		expect(stored.submissions).toEqual({ id: { content: 'c', jobId: 'j', status: 'completed' } });
		expect(Object.keys(record)).toEqual(['content', 'jobId', 'status']);
	});

	it('plans anew in place of what was planned', () => {
		records.plan('id', pending());
		const again = { content: 'c', body: '{"key":"new"}' };
		expect(records.plan('id', again)).toBe(again);
		expect(records.get('id')).toBe(again);
	});

	it('knows who else has a job: another key, or another document under the same key', () => {
		accept('account key', job('j'));
		records.plan('account other', pending());
		records.plan('second key', pending());
		records.plan('third key', { ...pending(), content: 'd' });
		for (const each of [records, nextTry(stored)]) {
			expect(each.rivalFor('j', 'account key')).toBeUndefined();
			expect(each.rivalFor('j', 'account other')).toBe('account key');
			expect(each.rivalFor('j', 'second key')).toBeUndefined();
			expect(each.rivalFor('j', 'third key')).toBe('account key');
			expect(each.rivalFor('k', 'account other')).toBeUndefined();
		}
	});

	it('knows the submission of a document until it is left', () => {
		records.plan('id', { ...pending(), document: 'd', generation: 1 });
		expect(records.ofDocument('d')).toBe('id');
		expect(nextTry(stored).ofDocument('d')).toBe('id');
		records.spend('id');
		expect(records.ofDocument('d')).toBeUndefined();
	});

	it('knows none of a document whose job had failed before', () => {
		records.plan('id', { ...accepted('j'), status: 'failed', document: 'd', generation: 1 });
		expect(nextTry(stored).ofDocument('d')).toBeUndefined();
	});

	it('keeps no job of a submission that was never planned', () => {
		records.accepted('id', job('j'));
		expect(stored).toEqual(nothing());
	});

	describe('saw', () => {
		it('keeps the last state of the job, for every submission that has it', () => {
			accept('a', job('j'));
			accept('b', job('j'));
			accept('c', job('other'));
			records.saw(job('j', 'completed'));
			const states = ['a', 'b', 'c'].map((id) => records.get(id)?.status);
			expect(states).toEqual(['completed', 'completed', 'processing']);
		});

		it('knows the jobs of the try before', () => {
			accept('id', job('j'));
			const second = nextTry(stored);
			second.saw(job('j', 'failed'));
			expect(second.get('id')?.status).toBe('failed');
		});

		it('bears a job that was not submitted here', () => {
			records.plan('id', pending());
			records.saw(job('j', 'completed'));
			expect(stored.submissions).toEqual({ id: pending() });
		});

		it('looks at no other submission, however many there are', () => {
			const many = Array.from({ length: 10_000 }, (_, n) => [`id ${n}`, accepted(`job_${n}`)]);
			const submissions = Object.fromEntries(many) as Record<string, SubmissionRecord>;
			const looked = { times: 0 };
			const all = counted({ slots: {}, submissions }, looked);
			const counting = new SubmissionRecords(all, limits);
			expect(looked.times).toBeGreaterThan(10_000);
			looked.times = 0;
			counting.saw(job('job_9999', 'completed'));
			expect(looked.times).toBeLessThan(10);
			expect(submissions['id 9999']?.status).toBe('completed');
		});
	});

	describe('submitted', () => {
		it('lists by slot what exists or may exist', () => {
			const kinds: Array<[string, SubmissionRecord]> = [
				['planned', pending()],
				['refused', { ...pending(), sent: false }],
				['sent', { ...pending(), sent: true }],
				['accepted', accepted('j')],
			];
			for (const [slot, record] of kinds) {
				records.plan(slot, record);
				records.remember(slot, 'mark', slot);
			}
			records.remember('never planned', 'mark', 'unknown');
			expect(records.submitted()).toEqual([
				{ slot: 'sent', idempotencyKey: 'sent', record: { ...pending(), sent: true } },
				{ slot: 'accepted', idempotencyKey: 'accepted', record: accepted('j') },
			]);
		});

		it('lists every document that shares a job, and not what is of other runs', () => {
			stored.submissions = { shared: accepted('j'), other: accepted('k') };
			records.remember('0', 'a', 'shared');
			records.remember('1', 'b', 'shared');
			expect(records.submitted().map(({ slot }) => slot)).toEqual(['0', '1']);
		});
	});

	describe('finish', () => {
		const bounded = (remembered: number) =>
			new SubmissionRecords(stored, { ...limits, remembered });

		it('forgets the slots, and keeps the jobs for a later run', () => {
			records.plan('id', accepted('j'));
			records.remember('0', 'mark', 'id');
			const { slots } = stored;
			records.finish();
			expect(stored).toEqual({ slots: {}, submissions: { id: accepted('j') } });
			expect(stored.slots).toBe(slots);
		});

		it('forgets what was refused or never sent, and keeps what may exist', () => {
			records.plan('planned', pending());
			records.plan('refused', { ...pending(), sent: false });
			records.plan('sent', { ...pending(), sent: true });
			records.plan('accepted', accepted('j'));
			records.finish();
			expect(Object.keys(stored.submissions)).toEqual(['sent', 'accepted']);
		});

		it('forgets the oldest beyond the limit, those with a job first', () => {
			const several = bounded(3);
			several.plan('sent 1', { ...pending(), sent: true });
			several.plan('job 1', accepted('1'));
			several.plan('job 2', accepted('2'));
			several.plan('sent 2', { ...pending(), sent: true });
			several.plan('job 3', accepted('3'));
			several.finish();
			expect(Object.keys(stored.submissions)).toEqual(['sent 1', 'sent 2', 'job 3']);
			bounded(1).finish();
			expect(Object.keys(stored.submissions)).toEqual(['sent 2']);
		});

		it('forgets the oldest without a job once those with a job are not enough', () => {
			const several = bounded(1);
			several.plan('job', accepted('1'));
			several.plan('sent 1', { ...pending(), sent: true });
			several.plan('sent 2', { ...pending(), sent: true });
			several.finish();
			expect(Object.keys(stored.submissions)).toEqual(['sent 2']);
		});

		it('forgets nothing within the limit', () => {
			const several = bounded(2);
			several.plan('job 1', accepted('1'));
			several.plan('job 2', accepted('2'));
			several.finish();
			expect(Object.keys(stored.submissions)).toEqual(['job 1', 'job 2']);
		});

		it('bounds the submissions of all kinds together over any number of rounds', () => {
			for (let round = 0; round < 3_000; round += 1) {
				const own = new SubmissionRecords(stored, { ...limits, remembered: 100 });
				own.plan(`refused ${round}`, { ...pending(), sent: false });
				own.plan(`sent ${round}`, { ...pending(), sent: true });
				if (round % 2 === 0) own.plan(`job ${round}`, accepted(`${round}`));
				own.remember('0', 'mark', `refused ${round}`);
				own.finish();
			}
			expect(stored.slots).toEqual({});
			const ids = Object.keys(stored.submissions);
			expect(ids).toHaveLength(100);
			expect(ids).toContain('sent 2999');
			expect(ids.filter((id) => id.startsWith('refused'))).toEqual([]);
		});

		it('leaves nothing of 3,000 rounds that were refused', () => {
			for (let round = 0; round < 3_000; round += 1) {
				const own = new SubmissionRecords(stored, limits);
				own.plan(`id ${round}`, { ...pending(), sent: false });
				own.remember('0', 'mark', `id ${round}`);
				own.finish();
			}
			expect(stored).toEqual(nothing());
		});
	});
});
