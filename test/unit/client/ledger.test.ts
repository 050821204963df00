import {
	createStoredLedger,
	getJobNumber,
	Ledger,
	listJobs,
	nameDocument,
	readStoredLedger,
} from '../../../client/ledger';
import type { Job } from '../../../client/service';
import { present } from '../../present';
import { failureOf } from '../support/failureOf';

const job = (id: string, more: Partial<Job> = {}) => ({ id, status: 'completed', ...more }) as Job;
const { signal } = new AbortController();

/** A document at connection c. */
const documentOf = (id: string, pages?: number) => ({
	...{ id, connection: 'c', content: id, jobsOf: id, pages },
	isOfExecution: false,
});

function open(stored = createStoredLedger('first')) {
	const ledger = new Ledger(stored, 'execution');
	const count = (id: string, pages?: number, key = `key of ${id}`) =>
		ledger.count(documentOf(id, pages), key);
	/** A document with a job. */
	const name = (
		id: string,
		named: Job,
		{ pages = 1, paidBefore = false }: { pages?: number; paidBefore?: boolean | null } = {},
	) => {
		count(id, pages);
		ledger.send(id, '{}');
		ledger.name(id, named, { paidBefore, isInSum: false });
	};
	/** Credits that are left of a limit. */
	const left = async (maximum: number) => {
		const turn = ledger.limit.takeTurn();
		const getSpent = () => ledger.getSpent('c');
		const request = { needed: Infinity, maximum, getSpent, count: () => {} };
		const { facts } = await failureOf(ledger.limit.admit(turn, request, signal));
		return facts.credits?.left;
	};
	return { count, left, ledger, name, stored };
}

describe('the stages of a document', () => {
	test('count, send, name: a job', () => {
		const { count, ledger } = open();
		count('a', 3);
		expect(ledger.getDocument('a')?.stage).toEqual({
			name: 'counted',
			idempotencyKey: 'key of a',
			isInDoubt: false,
			isInSum: false,
		});
		ledger.send('a', 'body');
		expect(ledger.getSubmission('a')).toMatchObject({ body: 'body', document: { id: 'a' } });
		ledger.name('a', job('j', { created_at: 'then', credits_used: 3 }), {
			paidBefore: null,
			isInSum: false,
		});
		expect(ledger.getDocument('a')?.stage).toMatchObject({
			name: 'named',
			idempotencyKey: 'key of a',
			jobId: 'j',
			createdAt: 'then',
			status: 'completed',
			credits: 3,
		});
	});

	test('refuse: the document is as it was before it counted', () => {
		const { count, ledger, name } = open();
		count('a');
		ledger.send('a', '{}');
		ledger.refuse('a');
		expect(ledger.getDocument('a')).toBeUndefined();
		name('b', job('j'));
		const before = ledger.getDocument('b');
		count('b', 1, 'key 2');
		expect(getJobNumber(present(ledger.getDocument('b')))).toBe(2);
		ledger.send('b', '{}');
		ledger.refuse('b');
		expect(ledger.getDocument('b')).toEqual(before);
	});

	test('doubt, expire: the key stays, and so does the doubt', () => {
		const { count, ledger } = open();
		count('a');
		ledger.send('a', '{}');
		ledger.doubt('a');
		ledger.expire('a');
		expect(ledger.getDocument('a')?.stage).toEqual({
			name: 'counted',
			idempotencyKey: 'key of a',
			isInDoubt: true,
			isInSum: false,
		});
		ledger.send('a', 'another');
		expect(ledger.getSubmission('a')).toMatchObject({ body: 'another', isInDoubt: true });
	});

	test('count again: the next job, after all that were dismissed', () => {
		const { ledger, name } = open();
		name('a', job('one'));
		name('a', job('two'));
		name('a', job('three'));
		const document = present(ledger.getDocument('a'));
		expect(getJobNumber(document)).toBe(3);
		expect(listJobs(document).map(({ jobId }) => jobId)).toEqual(['one', 'two', 'three']);
	});

	test('see and look concern the last job alone', () => {
		const { ledger, name } = open();
		name('a', job('one', { status: 'processing' }));
		name('a', job('two', { status: 'processing' }));
		const before = ledger.getDocument('a');
		ledger.see('a', job('one', { status: 'failed' }));
		ledger.look('a', 'one', true);
		expect(ledger.getDocument('a')).toEqual(before);
		ledger.see('a', job('two', { status: 'failed', credits_used: 2 }));
		ledger.look('a', 'two', true);
		expect(ledger.getDocument('a')?.stage).toMatchObject({
			status: 'failed',
			credits: 2,
			look: { executionId: 'execution', isOfNoUse: true },
		});
	});

	test('look changes nothing of a document that is not known, or has no job', () => {
		const { count, ledger, stored } = open();
		count('a');
		const before = structuredClone(stored);
		for (const id of ['a', 'unknown']) ledger.look(id, 'j', true);
		expect(stored).toEqual(before);
	});

	test('a time of creation that is no text is not known', () => {
		const { ledger, name } = open();
		name('a', job('j', { created_at: 7 as unknown as string }));
		expect(ledger.getDocument('a')?.stage).toMatchObject({ createdAt: undefined });
	});

	test.each<[string, (ledger: Ledger) => void]>([
		['sends nothing that does not count', (ledger) => ledger.send('a', '{}')],
		['counts nothing twice', (ledger) => ledger.count(documentOf('b'), 'key 2')],
		['names no job twice', (ledger) => ledger.name('c', job('j'), UNPAID)],
		['refuses no job', (ledger) => ledger.refuse('c')],
	])('%s', (_what, act) => {
		const { count, ledger, name } = open();
		count('b');
		ledger.send('b', '{}');
		name('c', job('j'));
		const before = structuredClone(ledger.stored);
		expect(() => act(ledger)).toThrow(/^The (ledger does not know the )?document/);
		expect(ledger.stored).toEqual(before);
	});
	const UNPAID = { paidBefore: false, isInSum: false };
});

describe('the credits', () => {
	test('are the pages until the service has said otherwise', async () => {
		const { left, ledger, name } = open();
		name('a', job('j', { status: 'processing', credits_used: 0 }), { pages: 5 });
		expect(await left(6)).toBe(1);
		ledger.see('a', job('j', { status: 'failed', credits_used: 0 }));
		expect(await left(6)).toBe(6);
	});

	test('are at least the pages until the job has ended: a service may charge page by page', async () => {
		const { left, ledger, name } = open();
		name('a', job('j', { status: 'processing', credits_used: 2 }), { pages: 5 });
		expect(await left(6)).toBe(1);
		ledger.see('a', job('j', { status: 'completed', credits_used: 2 }));
		expect(await left(6)).toBe(4);
	});

	test('are more than the pages as soon as the service has charged more', () => {
		const { ledger, name } = open();
		name('a', job('j', { status: 'processing', credits_used: 7 }), { pages: 5 });
		expect(ledger.getSpent('c')).toBe(7);
		ledger.see('a', job('j', { status: 'processing', credits_used: 0 }));
		expect(ledger.getSpent('c')).toBe(7);
	});

	test('are 0 only if the service says so once the job has ended', () => {
		const { ledger, name } = open();
		name('a', job('j', { status: 'processing', credits_used: 0 }), { pages: 5 });
		ledger.see('a', job('j', { status: 'completed' }));
		expect(ledger.getSpent('c')).toBe(5);
		name('b', job('k', { status: 'failed', credits_used: 0 }), { pages: 5 });
		expect(ledger.getSpent('c')).toBe(5);
	});

	test.each([-4, 'x', null])('are the pages if the service says %j', async (said) => {
		const { left, name } = open();
		name('a', job('j', { credits_used: said as number }), { pages: 5 });
		expect(await left(6)).toBe(1);
	});

	test('are one for a document of unknown pages', async () => {
		const { count, left } = open();
		count('a');
		expect(await left(6)).toBe(5);
	});

	test('include all jobs of a document, but none that an earlier run has paid for', async () => {
		const { count, left, ledger, name } = open();
		name('a', job('one', { credits_used: 2 }));
		name('a', job('two', { credits_used: 2 }), { paidBefore: null });
		name('b', job('three', { credits_used: 2 }), { paidBefore: true });
		expect(await left(10)).toBe(6);
		count('a', 3, 'key 3');
		expect(await left(10)).toBe(3);
		ledger.send('a', '{}');
		ledger.refuse('a');
		expect(await left(10)).toBe(6);
	});

	test('are those of the stored documents when an execution continues', async () => {
		const { name, stored } = open();
		name('a', job('j', { credits_used: 2 }));
		stored.spent.c = 3;
		expect(await open(stored).left(10)).toBe(5);
	});
});

describe('a new round of a loop', () => {
	/** Documents of a round, each with a job. */
	const fill = ({ ledger, name }: ReturnType<typeof open>, round: number, count: number) => {
		for (let n = 0; n < count; n += 1) {
			const id = `${round} ${n}`;
			name(id, job(id, { credits_used: 1 }));
			ledger.claimJob(documentOf(id), id);
			ledger.assign(`${round}:${n}`, { connection: 'a', fingerprint: 'f', documentId: id });
		}
	};

	test('keeps the newest documents, and the credits and jobs of all', async () => {
		const opened = open();
		const { left, ledger, stored } = opened;
		for (let round = 0; round < 4; round += 1) {
			ledger.beginRun(`${round}:`, 1_000);
			fill(opened, round, 500);
		}
		ledger.beginRun('4:', 1_000);
		expect(Object.keys(stored.documents)).toHaveLength(1_000);
		expect(stored.units).toEqual({});
		expect(ledger.claimJob(documentOf('0 0'), '0 0')).toBe('known');
		expect(ledger.claimJob(documentOf('another'), '0 0')).toBe('mixed up');
		expect(await left(2_001)).toBe(1);
		expect(await open(stored).left(2_001)).toBe(1);
	});

	test('keeps the items of a run that is tried again, and their documents', () => {
		const opened = open();
		fill(opened, 0, 101);
		opened.ledger.beginRun('0:', 100);
		expect(Object.keys(opened.stored.units)).toHaveLength(101);
		expect(Object.keys(opened.stored.documents)).toHaveLength(101);
	});

	test('keeps documents that have failed, are unanswered or have several jobs', () => {
		const opened = open();
		const { count, ledger, name, stored } = opened;
		name('failed', job('f', { status: 'failed' }));
		count('unanswered');
		ledger.send('unanswered', '{}');
		name('second', job('one', { status: 'failed' }));
		name('second', job('two'));
		fill(opened, 1, 120);
		ledger.beginRun('2:', 100);
		const kept = Object.keys(stored.documents);
		expect(kept).toEqual(expect.arrayContaining(['failed', 'unanswered', 'second']));
		expect(kept).toHaveLength(103);
	});
});

test('an item finds its document only if it is unchanged', () => {
	const { ledger, name } = open();
	const item = { connection: 'mine', fingerprint: 'f' };
	ledger.assign('0:1:data', { ...item, documentId: 'a' });
	expect(ledger.findSubmission('0:1:data')).toBeUndefined();
	name('a', job('j'));
	expect(ledger.resumeUnit('0:1:data', item)).toMatchObject({ id: 'a' });
	for (const change of [{ fingerprint: 'other' }, { connection: 'of another' }]) {
		ledger.assign('0:1:data', { ...item, documentId: 'a' });
		expect(ledger.findSubmission('0:1:data')).toMatchObject({ id: 'a' });
		expect(ledger.resumeUnit('0:1:data', { ...item, ...change })).toBeUndefined();
		expect(ledger.findSubmission('0:1:data')).toBeUndefined();
	}
});

test('nothing is said about the document of an item that was not found again: it may have other options now', () => {
	const { ledger, name, stored } = open();
	name('a', job('j'));
	ledger.assign('0:1:', { connection: '', fingerprint: '', documentId: 'a' });
	expect(ledger.findSubmission('0:1:')).toMatchObject({ id: 'a' });
	const retry = new Ledger(stored, 'retry');
	expect(retry.findSubmission('0:1:')).toBeUndefined();
	retry.resumeUnit('0:1:', { connection: '', fingerprint: '' });
	expect(retry.findSubmission('0:1:')).toMatchObject({ id: 'a' });
});

test('an item that no try has had finds nothing', () => {
	const { ledger } = open();
	expect(ledger.resumeUnit('0:1:', { connection: 'mine', fingerprint: 'f' })).toBeUndefined();
	expect(ledger.hasUnit('0:1:')).toBe(false);
});

test('of an item, only the documents that the ledger still has are listed', () => {
	const { ledger, name } = open();
	const item = { connection: 'mine', fingerprint: 'f' };
	for (const documentId of ['a', 'b', 'c']) ledger.assign('0:1:', { ...item, documentId });
	name('b', job('j'));
	expect(ledger.listReplaced('0:1:')).toMatchObject([{ id: 'b' }]);
	ledger.beginRun('1:', 100);
	expect(ledger.listReplaced('0:1:')).toEqual([]);
});

test('an item is stored with the documents that it had before, if there are any', () => {
	const { ledger, stored } = open();
	const item = { connection: 'mine', fingerprint: 'f' };
	ledger.assign('0:1:', { ...item, documentId: 'a' });
	expect(stored.units).toEqual({ '0:1:': { ...item, documentId: 'a' } });
	ledger.assign('0:1:', { ...item, documentId: 'b' });
	expect(stored.units).toEqual({ '0:1:': { ...item, documentId: 'b', replaced: ['a'] } });
});

test('an item keeps the documents that its URL gave before in this execution', () => {
	const { ledger, name, stored } = open();
	const item = { connection: 'mine', fingerprint: 'f' };
	name('a', job('j'));
	for (const documentId of ['a', 'a', 'b']) ledger.assign('0:1:', { ...item, documentId });
	expect(ledger.listReplaced('0:1:')).toMatchObject([{ id: 'a' }]);
	expect(ledger.listReplaced('0:2:')).toEqual([]);
	// No document is listed beside itself, or twice.
	name('b', job('k'));
	ledger.assign('0:1:', { ...item, documentId: 'a' });
	expect(ledger.listReplaced('0:1:')).toMatchObject([{ id: 'b' }]);
	ledger.assign('0:1:', { ...item, documentId: 'b' });
	expect(ledger.listReplaced('0:1:')).toMatchObject([{ id: 'a' }]);
	// A Retry continues the execution. It says nothing of an item that it has not found again.
	const retry = new Ledger(stored, 'retry');
	expect(retry.listReplaced('0:1:')).toEqual([]);
	retry.resumeUnit('0:1:', item);
	expect(retry.listReplaced('0:1:')).toMatchObject([{ id: 'a' }]);
});

test('a document has a submission as soon as a job may exist', () => {
	const { count, ledger } = open();
	ledger.assign('0:1:', { connection: '', fingerprint: '', documentId: 'a' });
	count('a');
	ledger.send('a', '{}');
	expect(ledger.findSubmission('0:1:')).toBeUndefined();
	ledger.doubt('a');
	expect(ledger.findSubmission('0:1:')).toMatchObject({ id: 'a' });
});

test('a document whose next job is about to be sent has a submission: the job before', () => {
	const { count, ledger, name } = open();
	ledger.assign('0:1:', { connection: '', fingerprint: '', documentId: 'a' });
	name('a', job('j', { status: 'failed' }));
	count('a', 1, 'key 2');
	expect(ledger.findSubmission('0:1:')).toMatchObject({ id: 'a' });
});

test('conflicts last once the first was long enough ago', () => {
	const { ledger } = open();
	expect(ledger.hasLastingConflicts(9_000, 1_000)).toBe(false);
	for (const now of [5_000, 5_500]) ledger.meetConflict(now);
	expect(ledger.hasLastingConflicts(5_999, 1_000)).toBe(false);
	expect(ledger.hasLastingConflicts(6_000, 1_000)).toBe(true);
});

describe('the first answer of the service', () => {
	test('belongs to the execution with its ID', () => {
		const { stored } = open();
		new Ledger(stored, 'one').getServiceMemory('a').firstDate = 7;
		expect(new Ledger(stored, 'one').getServiceMemory('a').firstDate).toBe(7);
		expect(new Ledger(stored, 'two').getServiceMemory('a').firstDate).toBeUndefined();
	});

	test('to an execution that continues others is the first of all', () => {
		const { stored } = open();
		new Ledger(stored, '12').getServiceMemory('a').firstDate = 7;
		new Ledger(stored, '9').getServiceMemory('a').firstDate = 8;
		new Ledger(stored, '9').getServiceMemory('b').firstDate = null;
		expect(new Ledger(stored, '9').getFirstDate('a')).toBe(7);
		expect(new Ledger(stored, '9').getFirstDate('b')).toBeUndefined();
	});

	test('is that of the executions that have had one', () => {
		const { stored } = open();
		const ledger = new Ledger(stored, '9');
		expect(ledger.getFirstDate('a')).toBeUndefined();
		expect(ledger.getServiceMemory('a')).toEqual({});
		expect(ledger.getFirstDate('a')).toBeUndefined();
		new Ledger(stored, '8').getServiceMemory('a').firstDate = 7;
		expect(ledger.getFirstDate('a')).toBe(7);
	});

	test('is not known if one of them had no date', () => {
		const { stored } = open();
		new Ledger(stored, '8').getServiceMemory('a').firstDate = null;
		new Ledger(stored, '9').getServiceMemory('a').firstDate = 9;
		expect(new Ledger(stored, '9').getFirstDate('a')).toBeUndefined();
	});
});

describe('what the service gives to two documents', () => {
	const at = (connection: string, content: string) => ({ ...documentOf(content), connection });

	test('equal job IDs of two accounts are two jobs', () => {
		const { ledger } = open();
		expect(ledger.claimJob(at('one', 'a'), 'j')).toBe('new');
		expect(ledger.claimJob(at('two', 'b'), 'j')).toBe('new');
		expect(ledger.claimJob(at('one', 'a'), 'j')).toBe('known');
		expect(ledger.claimJob(at('one', 'b'), 'j')).toBe('mixed up');
	});

	test('a job belongs to neither of its documents, whichever came first', () => {
		const { ledger, name } = open();
		name('a', job('j'));
		ledger.claimJob(documentOf('a'), 'j');
		name('other', job('k'));
		ledger.count(documentOf('b'), 'key of b');
		ledger.send('b', '{}');
		expect(ledger.takeMixedUp()).toEqual([]);
		expect(ledger.claimJob(documentOf('b'), 'j')).toBe('mixed up');
		const take = () => ledger.takeMixedUp().map(({ document, isNew }) => [document.id, isNew]);
		expect(take()).toEqual([
			['b', true],
			['a', true],
		]);
		// Other runs of the execution hear of them, too.
		expect(take()).toEqual([
			['b', false],
			['a', false],
		]);
	});

	test('a job belongs to neither, although one has other jobs; documents without it keep theirs', () => {
		const { count, ledger, name } = open();
		name('a', job('i', { status: 'failed' }));
		name('a', job('j'));
		ledger.claimJob(documentOf('a'), 'j');
		count('without a job');
		ledger.count(at('another account', 'x'), 'key of x');
		ledger.send('x', '{}');
		ledger.name('x', job('j'), { paidBefore: false, isInSum: false });
		name('b', job('k'));
		expect(ledger.claimJob(documentOf('b'), 'j')).toBe('mixed up');
		expect(ledger.takeMixedUp().map(({ document }) => document.id)).toEqual(['b', 'a']);
		// The next try meets the same job.
		expect(ledger.claimJob(documentOf('b'), 'j')).toBe('mixed up');
		expect(ledger.takeMixedUp().map(({ isNew }) => isNew)).toEqual([false, false]);
	});

	test('a document that the ledger does not have is not listed', () => {
		const { ledger } = open();
		ledger.claimJob(documentOf('a'), 'j');
		expect(ledger.claimJob(documentOf('b'), 'j')).toBe('mixed up');
		expect(ledger.takeMixedUp()).toEqual([]);
	});

	test('jobs are remembered in few characters: n8n stores thousands of them', () => {
		const { ledger, stored } = open();
		ledger.claimJob(documentOf('0123456789abcdef'.repeat(4)), 'j');
		expect(Object.keys(stored.jobs)).toEqual([expect.stringMatching(/^.{16}$/)]);
		expect(Object.values(stored.jobs)).toEqual(['0123456789ab']);
		expect(nameDocument('c', 'a')).toMatch(/^[0-9a-f]{32}$/);
	});

	test('an upload that no item has claimed may be used', () => {
		expect(open().ledger.useUpload(documentOf('a'), 'key')).toBe(true);
	});

	test('an upload belongs to neither of its items, whichever came first', () => {
		const { ledger, name } = open();
		const [one, two] = [Symbol('one'), Symbol('two')];
		expect(ledger.claimUpload('c', 'key', one)).toBe(true);
		// The same item tries again.
		expect(ledger.claimUpload('c', 'key', one)).toBe(true);
		expect(ledger.claimUpload('another account', 'key', two)).toBe(true);
		expect(ledger.useUpload(documentOf('a'), 'key')).toBe(true);
		name('a', job('j'));
		expect(ledger.claimUpload('c', 'key', two)).toBe(false);
		expect(ledger.takeMixedUp().map(({ document }) => document.id)).toEqual(['a']);
		expect(ledger.useUpload(documentOf('a'), 'key')).toBe(false);
		expect(ledger.claimUpload('c', 'key', one)).toBe(false);
	});
});

describe('two API keys', () => {
	/** The same document with a job, under two keys. */
	const openTwo = (accounts: [string, string]) => {
		const opened = open();
		const { ledger } = opened;
		const at = (connection: string) => ({
			...documentOf('a', 5),
			id: nameDocument(connection, 'a'),
			connection,
		});
		const nameJob = (connection: string, id: string, isInSum = false) => {
			ledger.count(at(connection), 'key');
			ledger.send(at(connection).id, '{}');
			ledger.name(at(connection).id, job(id, { credits_used: 5 }), { paidBefore: false, isInSum });
		};
		['one', 'two'].forEach((connection, n) => ledger.identify(connection, accounts[n] ?? ''));
		return { ...opened, at, nameJob };
	};

	test('of one account count a document once', () => {
		const { at, ledger, nameJob } = openTwo(['account', 'account']);
		nameJob('one', 'j');
		expect(ledger.estimateNeed(at('two'))).toBe(0);
		ledger.count(at('two'), 'key');
		ledger.send(at('two').id, '{}');
		expect(ledger.getSpent('two')).toBe(5);
		expect(ledger.isJobOfTwin(at('two').id, 'j')).toBe(true);
		ledger.name(at('two').id, job('j', { credits_used: 5 }), { paidBefore: false, isInSum: true });
		expect([ledger.getSpent('one'), ledger.getSpent('two')]).toEqual([5, 5]);
	});

	test('of one account count two jobs, if the service keeps its idempotency keys apart', () => {
		const { at, ledger, nameJob } = openTwo(['account', 'account']);
		nameJob('one', 'j');
		nameJob('two', 'k');
		expect(ledger.isJobOfTwin(at('two').id, 'k')).toBe(false);
		expect(ledger.getSpent('one')).toBe(10);
	});

	test('of one account share a job that an earlier execution has paid for, and so do not count', () => {
		const { at, ledger, nameJob } = openTwo(['account', 'account']);
		ledger.count(at('one'), 'key');
		ledger.send(at('one').id, '{}');
		ledger.name(at('one').id, job('j'), { paidBefore: true, isInSum: false });
		nameJob('two', 'j', true);
		expect(ledger.isJobOfTwin(at('two').id, 'j')).toBe(true);
		expect(ledger.isJobOfTwin(at('two').id, 'k')).toBe(false);
		expect(ledger.getSpent('two')).toBe(0);
	});

	test('of one account count a job that only one of them has', () => {
		const { at, ledger, nameJob } = openTwo(['account', 'account']);
		nameJob('one', 'j');
		nameJob('two', 'j', true);
		expect(ledger.estimateNeed(at('two'))).toBe(5);
		ledger.count(at('two'), 'key of job 2');
		expect(ledger.getSpent('one')).toBe(10);
	});

	test('of one account count a document for itself if an earlier execution has paid for the twin', () => {
		const { at, ledger } = openTwo(['account', 'account']);
		ledger.count(at('one'), 'key');
		ledger.send(at('one').id, '{}');
		ledger.name(at('one').id, job('j'), { paidBefore: true, isInSum: false });
		expect(ledger.estimateNeed(at('two'))).toBe(5);
		ledger.count(at('two'), 'key');
		expect(ledger.getSpent('two')).toBe(5);
	});

	test('of one account share each of several jobs, and none before the service has named one', () => {
		const { at, ledger, nameJob } = openTwo(['account', 'account']);
		expect(ledger.isJobOfTwin(at('two').id, 'j')).toBe(false);
		ledger.count(at('one'), 'key');
		ledger.count(at('two'), 'key');
		expect(ledger.isJobOfTwin(at('two').id, 'j')).toBe(false);
		ledger.send(at('one').id, '{}');
		ledger.name(at('one').id, job('j'), { paidBefore: false, isInSum: false });
		nameJob('one', 'k');
		for (const id of ['j', 'k']) expect(ledger.isJobOfTwin(at('two').id, id)).toBe(true);
	});

	test('are of known accounts once the service has named them', () => {
		const { ledger } = open();
		expect(ledger.isIdentified('c')).toBe(false);
		ledger.identify('c', 'account');
		expect(ledger.isIdentified('c')).toBe(true);
		expect(ledger.isIdentified('another')).toBe(false);
	});

	test('of two accounts count apart', () => {
		const { at, ledger, nameJob } = openTwo(['mine', 'yours']);
		nameJob('one', 'j');
		expect(ledger.estimateNeed(at('two'))).toBe(5);
		expect([ledger.getSpent('one'), ledger.getSpent('two')]).toEqual([5, 0]);
	});

	test('of one account have one first answer, and share their jobs', () => {
		const { ledger } = openTwo(['account', 'account']);
		ledger.getServiceMemory('one').firstDate = 7;
		ledger.getServiceMemory('two').firstDate = 9;
		expect(ledger.getFirstDate('two')).toBe(7);
		expect(ledger.claimJob({ ...documentOf('a'), connection: 'one' }, 'j')).toBe('new');
		expect(ledger.claimJob({ ...documentOf('a'), connection: 'two' }, 'j')).toBe('known');
		expect(ledger.claimJob({ ...documentOf('b'), connection: 'two' }, 'j')).toBe('mixed up');
	});

	test('count together what was spent before their account was known', () => {
		const { ledger, name } = open();
		name('a', job('j', { credits_used: 5 }));
		ledger.identify('c', 'account');
		ledger.identify('new key', 'account');
		expect(ledger.getSpent('new key')).toBe(5);
	});
});

test('a ledger of another version is not read, but for the execution in which the node first ran', () => {
	const { name, stored } = open();
	name('a', job('j'));
	expect(readStoredLedger(stored, 'now')).toBe(stored);
	const other = { ...stored, version: 2 as 1 };
	expect(readStoredLedger(other, 'now')).toEqual(createStoredLedger('first'));
	expect(readStoredLedger({ firstExecutionId: 'first' }, 'now')).toEqual(
		createStoredLedger('first'),
	);
	expect(readStoredLedger(undefined, 'now')).toEqual(createStoredLedger('now'));
});
