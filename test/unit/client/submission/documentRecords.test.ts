import type { Job } from '../../../../nodes/client/service';
import {
	DocumentRecords,
	type DocumentRecord,
	type StoredDocuments,
} from '../../../../nodes/client/submission';
import { jobOf } from '../../support/fakeService';

const nothing = (): StoredDocuments => ({ slots: {}, documents: {} });
const job = (id: string, status: Job['status'] = 'processing', credits_used = 0): Job =>
	jobOf(id, { status, credits_used });

const recordOf = (more: Partial<DocumentRecord> = {}): DocumentRecord => ({
	state: 'sent',
	attempt: 1,
	key: 'key',
	content: 'c',
	pages: 5,
	body: '{"key":"k"}',
	...more,
});

/** Copies the records that n8n stored in a try, as the start of the next try. */
function nextTry(stored: StoredDocuments, execution = '7'): DocumentRecords {
	return new DocumentRecords(JSON.parse(JSON.stringify(stored)) as StoredDocuments, execution);
}

/** Counts every property read in an object and its nested objects. */
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

describe('DocumentRecords', () => {
	let stored: StoredDocuments;
	let records: DocumentRecords;

	beforeEach(() => {
		stored = nothing();
		records = new DocumentRecords(stored, '7');
	});

	/** A document whose job the service has named. */
	function accept(
		document: string,
		given: Job,
		more: Partial<DocumentRecord> = {},
	): DocumentRecord {
		const record = recordOf(more);
		records.set(document, record);
		records.accept(document, record, given);
		return record;
	}

	it('finds the record of an unchanged item in this try and the next', () => {
		expect(records.isEmpty).toBe(true);
		records.set('d', recordOf());
		records.rememberSlot('3', 'mark', 'd', 'c');
		for (const each of [records, nextTry(stored)]) {
			expect(each.findDocument('3', 'mark')).toBe('d');
			expect(each.findDocument('3', 'changed')).toBeUndefined();
			expect(each.findDocument('4', 'mark')).toBeUndefined();
			expect(each.get('d')).toEqual(recordOf());
			expect(each.get('other')).toBeUndefined();
			expect(each.isEmpty).toBe(false);
		}
	});

	it('restores the record from before an attempt', () => {
		const before = recordOf({ state: 'failed' });
		records.set('d', before);
		records.set('d', recordOf({ attempt: 2 }));
		records.set('d', before);
		records.set('e', recordOf());
		records.set('e', undefined);
		expect(stored.documents).toEqual({ d: before });
	});

	it('keeps the job of an accepted submission, and drops its request', () => {
		accept('d', job('j', 'completed', 4));
		expect(stored.documents).toEqual({
			d: {
				state: 'accepted',
				attempt: 1,
				key: 'key',
				content: 'c',
				pages: 5,
				jobId: 'j',
				status: 'completed',
				credits: 4,
			},
		});
	});

	it('accepts a job that has already failed in the first answer', () => {
		const record = accept('d', job('j', 'failed'), { execution: '7' });
		expect(record.state).toBe('failed');
		expect(records.isOwn(record)).toBe(true);
	});

	it('knows if the execution may have paid for an attempt', () => {
		expect(records.isOwn(recordOf({ execution: '7' }))).toBe(true);
		expect(records.isOwn(recordOf({ execution: '8' }))).toBe(false);
		expect(records.isOwn(recordOf())).toBe(false);
		expect(records.isOwn(recordOf({ execution: '8', once: true }))).toBe(true);
		expect(nextTry(stored, '8').isOwn(recordOf({ execution: '7' }))).toBe(false);
	});

	it('finds another owner of a job: another key, or another document under the same key', () => {
		accept('d', job('j'));
		for (const each of [records, nextTry(stored)]) {
			expect(each.findRival('j', recordOf())).toBeUndefined();
			expect(each.findRival('j', recordOf({ key: 'other' }))).toBe('key');
			expect(each.findRival('j', recordOf({ content: 'other' }))).toBe('key');
			expect(each.findRival('k', recordOf({ key: 'other' }))).toBeUndefined();
		}
	});

	describe('recordJob', () => {
		it('keeps the last state of the job for all its documents', () => {
			accept('a', job('j'));
			accept('b', job('j'));
			accept('c', job('other'));
			records.recordJob(job('j', 'completed'));
			const states = ['a', 'b', 'c'].map((document) => records.get(document)?.status);
			expect(states).toEqual(['completed', 'completed', 'processing']);
		});

		it('knows the jobs of the previous try', () => {
			accept('d', job('j'));
			const second = nextTry(stored);
			second.recordJob(job('j', 'failed'));
			expect(second.get('d')).toMatchObject({ status: 'failed', state: 'failed' });
		});

		it('ignores a job that was submitted elsewhere', () => {
			records.set('d', recordOf());
			records.recordJob(job('j', 'completed'));
			expect(stored.documents).toEqual({ d: recordOf() });
		});

		it('does not touch a document with a newer attempt', () => {
			accept('d', job('j', 'failed'));
			accept('d', job('k'), { attempt: 2 });
			records.recordJob(job('j', 'failed'));
			expect(records.get('d')).toMatchObject({ jobId: 'k', state: 'accepted' });
		});

		it('looks only at the documents of the job', () => {
			const many = Array.from({ length: 10_000 }, (_, n): [string, DocumentRecord] => [
				`document ${n}`,
				recordOf({ state: 'accepted', jobId: `job_${n}` }),
			]);
			const documents = Object.fromEntries(many);
			const looked = { times: 0 };
			const counting = new DocumentRecords(counted({ slots: {}, documents }, looked), '7');
			expect(looked.times).toBeGreaterThan(10_000);
			looked.times = 0;
			counting.recordJob(job('job_9999', 'completed'));
			expect(looked.times).toBeLessThan(20);
			expect(documents['document 9999']?.status).toBe('completed');
		});
	});

	describe('credits', () => {
		it.each<[string, Job, number]>([
			['processing, nothing counted yet', job('j', 'processing', 0), 5],
			['processing, counted', job('j', 'processing', 6), 6],
			['completed, no number', jobOf('j', { credits_used: null as unknown as number }), 5],
			['completed, less than nothing', job('j', 'completed', -1), 5],
			['completed for free', job('j', 'completed', 0), 0],
			['failed for free', job('j', 'failed', 0), 0],
			['failed, and paid for', job('j', 'failed', 5), 5],
		])('of a job that is %s', (_what, given, sum) => {
			accept('d', given);
			expect(records.sumCredits()).toBe(sum);
		});

		it('keep the charge if the service omits it later', () => {
			accept('d', job('j', 'processing', 6));
			records.recordJob(job('j', 'processing', 0));
			expect(records.sumCredits()).toBe(6);
		});

		it('are summed over all documents and earlier attempts', () => {
			expect(records.sumCredits()).toBe(0);
			records.set('approved', recordOf({ state: 'approved', pages: 1 }));
			records.set('sent', recordOf({ pages: 2, before: 10 }));
			accept('accepted', job('j', 'processing', 4), { before: 20 });
			records.set('new', recordOf({ state: 'new', before: 40 }));
			expect(records.sumCredits()).toBe(1 + 2 + 10 + 4 + 20 + 40);
			expect(nextTry(stored).sumCredits()).toBe(77);
		});

		it('are reserved while there is no answer', () => {
			records.set('approved', recordOf({ state: 'approved', pages: 1 }));
			records.set('sent', recordOf({ pages: 2, before: 10 }));
			accept('accepted', job('j', 'processing', 4));
			records.set('new', recordOf({ state: 'new' }));
			expect(records.sumHeldCredits()).toBe(3);
		});
	});

	describe('listSubmissions', () => {
		it('lists existing and possible jobs by slot', () => {
			const kinds: Array<[string, DocumentRecord]> = [
				['approved', recordOf({ state: 'approved' })],
				['sent', recordOf()],
				['accepted', recordOf({ state: 'accepted', jobId: 'j' })],
				['failed', recordOf({ state: 'failed', jobId: 'k' })],
				['delivered', recordOf({ state: 'delivered', jobId: 'l' })],
			];
			for (const [slot, record] of kinds) {
				records.set(slot, record);
				records.rememberSlot(slot, 'mark', slot, 'c');
			}
			records.rememberSlot('never sent', 'mark', 'unknown', 'c');
			expect(records.listSubmissions()).toEqual(
				kinds.slice(1).map(([slot, record]) => ({ slot, record })),
			);
			expect(records.findSubmission('approved')).toBeUndefined();
			expect(records.findSubmission('never sent')).toBeUndefined();
			expect(records.findSubmission('no slot')).toBeUndefined();
		});

		it('lists every item that shares a document, but no other runs', () => {
			accept('shared', job('j'));
			accept('other', job('k'));
			records.rememberSlot('0', 'a', 'shared', 'c');
			records.rememberSlot('1', 'b', 'shared', 'c');
			expect(records.listSubmissions().map(({ slot }) => slot)).toEqual(['0', '1']);
		});

		it('lists nothing of a run without a retry, and still knows its documents', () => {
			accept('d', job('j'));
			records.rememberSlot('0', 'a', 'd', 'c');
			const { slots } = stored;
			records.forgetSlots();
			expect(records.listSubmissions()).toEqual([]);
			expect(stored.slots).toBe(slots);
			expect(records.get('d')).toMatchObject({ jobId: 'j' });
		});
	});

	describe('the entry in the journal', () => {
		const entryOf = (more: Partial<DocumentRecord>) => {
			records.set('d', recordOf({ attempt: 3, ...more }));
			records.rememberSlot('0', 'mark', 'd', 'c');
			return records.findSubmission('0')?.entry;
		};

		it('names document and attempt', () => {
			expect(entryOf({ journaled: 'delivery' })).toEqual({
				document: 'd',
				attempt: 3,
				isReusable: false,
			});
		});

		it('is reusable if the scope keeps one job', () => {
			expect(entryOf({ journaled: 'content' })).toEqual({
				document: 'd',
				attempt: 3,
				isReusable: true,
			});
		});

		it("names the content under a key of the user's own", () => {
			expect(entryOf({ journaled: 'custom' })).toEqual({
				document: 'd',
				attempt: 3,
				content: 'c',
				isReusable: true,
			});
		});

		it('is missing without a journal', () => {
			expect(entryOf({})).toBeUndefined();
		});
	});

	it('knows every document of a loop of 3,000 rounds', () => {
		for (let round = 0; round < 3_000; round += 1) {
			records.rememberSlot('0', `mark ${round}`, `document ${round}`, 'c');
			accept(`document ${round}`, job(`job ${round}`, 'completed', 1));
			records.forgetSlots();
		}
		expect(records.get('document 0')).toMatchObject({ jobId: 'job 0' });
		expect(nextTry(stored).sumCredits()).toBe(3_000);
	});
});
