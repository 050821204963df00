import { Journal } from '../../../../nodes/client/journal';
import {
	DocumentRecords,
	settleDocuments,
	type DocumentRecord,
	type StoredDocuments,
} from '../../../../nodes/client/submission';
import { MemoryStore } from '../../support/memoryStore';

const recordOf = (slot: string, more: Partial<DocumentRecord>): DocumentRecord => ({
	state: 'accepted',
	attempt: 1,
	key: `key ${slot}`,
	content: 'c',
	jobId: `job ${slot}`,
	journaled: 'delivery',
	...more,
});

let store: MemoryStore;
let stored: StoredDocuments;
let records: DocumentRecords;
let journal: Journal;

/** Documents in these states, each in the journal under its slot. */
async function open(...all: Array<Partial<DocumentRecord>>): Promise<void> {
	store = new MemoryStore();
	stored = { slots: {}, documents: {} };
	records = new DocumentRecords(stored, '7');
	journal = new Journal(store, 3, () => undefined);
	for (const [at, more] of all.entries()) {
		const slot = String(at);
		const record = recordOf(slot, more);
		const content = record.journaled === 'custom' ? { content: 'c' } : {};
		if (record.journaled) await journal.open({ document: slot, ...content }, () => true);
		records.set(slot, record);
		records.rememberSlot(slot, 'mark', slot, 'c');
	}
	store.calls.length = 0;
}

const settle = async (delivered: string[], isStopped = () => false) => {
	await settleDocuments(records, journal, delivered, isStopped);
};

/** The document's marks in the store. */
const marksOf = (document: string) =>
	store.row.filter((mark) => mark.startsWith(`${document} 1 `)).map((mark) => mark.split(' ')[2]);
const SENT = ['started', 'undelivered', 'usable'];

test('only documents that n8n has received count as delivered', async () => {
	await open({}, {}, {});
	await settle(['0', '2']);
	expect(['0', '1', '2'].map(marksOf)).toEqual([['started'], SENT, ['started']]);
	const states = ['0', '1', '2'].map((document) => records.get(document)?.state);
	expect(states).toEqual(['delivered', 'accepted', 'delivered']);
});

test('a failed job counts as failed in every scope, delivered or not', async () => {
	const failed = { state: 'failed' } as const;
	await open(failed, failed, { ...failed, journaled: 'content' });
	await settle(['0']);
	const left = ['started', 'undelivered'];
	expect(['0', '1', '2'].map(marksOf)).toEqual([left, left, left]);
});

test.each(['content', 'custom'] as const)(
	'scope %s: a delivered job stays in use',
	async (journaled) => {
		await open({ journaled });
		await settle(['0']);
		expect(marksOf('0')).toEqual(expect.arrayContaining(['started', 'usable']));
		expect(marksOf('0')).not.toContain('undelivered');
		expect(await journal.open({ document: '0', content: 'c' }, () => true)).toMatchObject({
			attempt: 1,
			state: 'sent',
		});
	},
);

test('all documents are closed with one call', async () => {
	await open({}, {}, { state: 'failed' });
	await settle(['0', '1']);
	expect(store.calls.map(([what]) => what)).toEqual(['remove']);
});

test('a shared document is delivered with its first item', async () => {
	await open({});
	records.rememberSlot('1', 'mark', '0', 'c');
	await settle(['0', '1']);
	expect(marksOf('0')).toEqual(['started']);
	expect(records.get('0')?.state).toBe('delivered');
});

test('a document outside the journal causes no call', async () => {
	await open({ journaled: undefined });
	await settle(['0']);
	expect(store.calls).toEqual([]);
	expect(records.get('0')?.state).toBe('delivered');
});

test('a submission without an answer does not change', async () => {
	await open({ state: 'sent', jobId: undefined });
	await settle(['0']);
	expect([records.get('0')?.state, marksOf('0')]).toEqual(['sent', SENT]);
});

test('waits for the store', async () => {
	await open({});
	let goOn = () => {};
	const remove = store.remove.bind(store);
	jest.spyOn(store, 'remove').mockImplementation(async (keys) => {
		await new Promise<void>((resolve) => (goOn = resolve));
		await remove(keys);
	});
	let isOver = false;
	const settling = settle(['0']).then(() => (isOver = true));
	await new Promise(setImmediate);
	expect(isOver).toBe(false);
	goOn();
	await settling;
	expect(marksOf('0')).toEqual(['started']);
});

describe('stopped while the journal is closed', () => {
	/** n8n drops the outputs as soon as the store is written. */
	const isStopped = () => store.calls.some(([what]) => what === 'remove');

	it('takes the deliveries back, here and in the journal', async () => {
		await open({}, {}, { state: 'failed' });
		await settle(['0', '1'], isStopped);
		expect(['0', '1', '2'].map((each) => [...marksOf(each)].sort())).toEqual([
			SENT,
			SENT,
			['started', 'undelivered'],
		]);
		const states = ['0', '1', '2'].map((document) => records.get(document)?.state);
		expect(states).toEqual(['accepted', 'accepted', 'failed']);
	});

	it('lets the next run resume the job instead of paying again', async () => {
		await open({});
		await settle(['0'], isStopped);
		const found = await new Journal(store, 3, () => undefined).open({ document: '0' }, () => true);
		expect(found).toMatchObject({ attempt: 1, state: 'sent' });
	});

	it('takes back a shared document', async () => {
		await open({});
		records.rememberSlot('1', 'mark', '0', 'c');
		await settle(['0', '1'], isStopped);
		expect(new Set(marksOf('0'))).toEqual(new Set(SENT));
		expect(records.get('0')?.state).toBe('accepted');
	});

	it.each([
		['content', {}],
		['custom', { content: 'c' }],
	] as const)('keeps the job in use in scope %s', async (journaled, content) => {
		await open({ journaled });
		await settle(['0'], isStopped);
		expect(await journal.open({ document: '0', ...content }, () => true)).toMatchObject({
			attempt: 1,
			state: 'sent',
			isOfOtherContent: false,
		});
	});

	it('waits until the journal has them again', async () => {
		await open({});
		let goOn = () => {};
		const record = store.record.bind(store);
		jest.spyOn(store, 'record').mockImplementation(async (keys) => {
			await new Promise<void>((resolve) => (goOn = resolve));
			return await record(keys);
		});
		let isOver = false;
		const settling = settle(['0'], isStopped).then(() => (isOver = true));
		await new Promise(setImmediate);
		expect(isOver).toBe(false);
		goOn();
		await settling;
		expect([...marksOf('0')].sort()).toEqual(SENT);
	});
});
