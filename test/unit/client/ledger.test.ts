import {
	computeIdempotencyKey,
	createStoredLedger,
	Ledger,
	type Entry,
} from '../../../client/ledger';
import type { Job, JobOptions } from '../../../client/service';
import { failureOf } from '../support/failureOf';

const job = (id: string, more: Partial<Job> = {}) => ({ id, status: 'completed', ...more }) as Job;
const { signal } = new AbortController();

function open(stored = createStoredLedger('first')) {
	const ledger = new Ledger(stored, 'execution');
	/** Admits a document of some pages under a limit. */
	const admit = async (id: string, pages: number | undefined, maximum: number) => {
		const entry: Entry = { id, content: id, pages };
		const turn = ledger.takeTurn();
		await ledger.admit(entry, maximum, turn, signal).finally(turn.end);
		return entry;
	};
	return { admit, ledger, stored };
}

/** Whether a promise is settled after everything that can happen has happened. */
const isSettled = async (work: Promise<unknown>) => {
	const settled = work.then(
		() => true,
		() => true,
	);
	await new Promise((resolve) => setImmediate(resolve));
	return await Promise.race([settled, Promise.resolve(false)]);
};

describe('the limit', () => {
	test('counts the pages until the service has said otherwise', async () => {
		const { admit, ledger } = open();
		const entry = await admit('a', 5, 6);
		entry.jobId = 'j';
		ledger.recordJob(entry, job('j', { status: 'processing', credits_used: 0 }));
		expect(await failureOf(admit('b', 2, 6))).toMatchObject({
			code: 'OVER_BUDGET',
			facts: { credits: { needed: 2, left: 1, limit: 6 } },
		});
		ledger.recordJob(entry, job('j', { status: 'failed', credits_used: 0 }));
		await admit('c', 6, 6);
	});

	test.each([-4, 'x', null])('counts the pages if the service says %j credits', async (said) => {
		const { admit, ledger } = open();
		const entry = await admit('a', 5, 5);
		entry.jobId = 'j';
		ledger.recordJob(entry, job('j', { credits_used: said as number }));
		expect(entry.credits).toBeUndefined();
		expect(await failureOf(admit('b', 1, 5))).toMatchObject({ code: 'OVER_BUDGET' });
	});

	test('counts a document of unknown pages as one page', async () => {
		const { admit } = open();
		await admit('a', undefined, 1);
		expect(await failureOf(admit('b', 1, 1))).toMatchObject({ code: 'OVER_BUDGET' });
	});

	test('admits items in their order, and waits for the answers of those before', async () => {
		const { ledger } = open();
		const [first, second] = [ledger.takeTurn(), ledger.takeTurn()];
		const late = ledger.admit({ id: 'b', content: 'b' }, 1, second, signal);
		expect(await isSettled(late)).toBe(false);
		await ledger.admit({ id: 'a', content: 'a' }, 1, first, signal);
		expect(await isSettled(late)).toBe(false);
		first.end();
		expect(await failureOf(late)).toMatchObject({ code: 'OVER_BUDGET' });
	});

	test('holds nobody up if there is none', async () => {
		const { ledger } = open();
		ledger.takeTurn();
		await ledger.admit({ id: 'a', content: 'a' }, 0, ledger.takeTurn(), signal);
		expect(ledger.getEntry('a')).toMatchObject({ isCounted: true });
	});

	test('ends with Stop', async () => {
		const { ledger } = open();
		const stopped = AbortSignal.abort();
		const turn = ledger.takeTurn();
		const admitting = ledger.admit({ id: 'a', content: 'a' }, 1, turn, stopped);
		expect(await failureOf(admitting)).toMatchObject({ code: 'STOPPED' });
	});

	test('keeps the credits of jobs under earlier keys', async () => {
		const { admit, ledger } = open();
		const earlier = await admit('a', 2, 0);
		Object.assign(earlier, { jobId: 'j', status: 'failed', credits: 2, isEarlier: true });
		expect(ledger.abandonJob(earlier)).toBe(true);
		expect(ledger.getEntry('a')).toMatchObject({ previous: earlier, pages: 2 });
		expect(await failureOf(admit('b', 1, 2))).toMatchObject({ code: 'OVER_BUDGET' });
		ledger.undo(ledger.getEntry('a') as Entry);
		expect(ledger.getEntry('a')).toMatchObject({ previous: earlier });
	});
});

describe('a new round of a loop', () => {
	/** Documents of a round, each with a job. */
	const fill = async ({ admit, ledger }: ReturnType<typeof open>, round: number, count: number) => {
		for (let n = 0; n < count; n += 1) {
			const name = `${round} ${n}`;
			const entry = await admit(name, 1, 0);
			Object.assign(entry, { jobId: name, status: 'completed', credits: 1 });
			ledger.claim('jobs', ['account', name], name);
			ledger.stored.items[`${round}:${n}`] = {
				account: 'a',
				fingerprint: 'f',
				documentId: name,
			};
		}
	};

	test('keeps the newest documents, and the credits and jobs of all', async () => {
		const opened = open();
		const { admit, ledger, stored } = opened;
		for (let round = 0; round < 4; round += 1) {
			ledger.beginRun(`${round}:`);
			await fill(opened, round, 500);
		}
		ledger.beginRun('4:');
		expect(Object.keys(stored.documents)).toHaveLength(1_000);
		expect(stored.items).toEqual({});
		expect(ledger.claim('jobs', ['account', '0 0'], '0 0')).toBe('known');
		expect(ledger.claim('jobs', ['account', '0 0'], 'another')).toBe('taken');
		expect(await failureOf(admit('new', 1, 2_000))).toMatchObject({
			facts: { credits: { left: 0 } },
		});
	});

	test('keeps the items of a run that is tried again, and their documents', async () => {
		const opened = open();
		const { ledger, stored } = opened;
		await fill(opened, 0, 1_001);
		ledger.beginRun('0:');
		expect(Object.keys(stored.items)).toHaveLength(1_001);
		expect(Object.keys(stored.documents)).toHaveLength(1_001);
	});

	test('keeps documents that have failed, are unanswered or have earlier jobs', async () => {
		const opened = open();
		const { ledger, stored } = opened;
		ledger.beginRun('0:');
		await fill(opened, 0, 3);
		Object.assign(stored.documents['0 0'] ?? {}, { status: 'failed' });
		Object.assign(stored.documents['0 1'] ?? {}, { status: undefined, unansweredIn: 'execution' });
		Object.assign(stored.documents['0 2'] ?? {}, { previous: stored.documents['0 0'] });
		ledger.beginRun('1:');
		await fill(opened, 1, 1_200);
		ledger.beginRun('2:');
		expect(Object.keys(stored.documents)).toEqual(expect.arrayContaining(['0 0', '0 1', '0 2']));
	});
});

test('an item finds its document only if it is unchanged', async () => {
	const { admit, ledger } = open();
	const entry = await admit('a', 1, 0);
	const item = { account: 'mine', fingerprint: 'f' };
	ledger.stored.items['0:1:data'] = { ...item, documentId: 'a' };
	expect(ledger.findSubmission('0:1:data')).toBeUndefined();
	entry.jobId = 'j';
	expect(ledger.findEntry('0:1:data', item)).toBe(entry);
	for (const change of [{ fingerprint: 'other' }, { account: 'of another' }]) {
		ledger.stored.items['0:1:data'] = { ...item, documentId: 'a' };
		expect(ledger.findSubmission('0:1:data')).toBe(entry);
		expect(ledger.findEntry('0:1:data', { ...item, ...change })).toBeUndefined();
		expect(ledger.findSubmission('0:1:data')).toBeUndefined();
	}
});

test('what the services have said belongs to the execution with its ID', () => {
	const { stored } = open();
	new Ledger(stored, 'one').getServiceMemory('a').firstDate = 7;
	expect(new Ledger(stored, 'one').getServiceMemory('a').firstDate).toBe(7);
	expect(new Ledger(stored, 'two').getServiceMemory('a').firstDate).toBeUndefined();
});

test('equal job IDs of two accounts are two jobs', () => {
	const { ledger } = open();
	expect(ledger.claim('jobs', ['one', 'j'], 'a')).toBe('new');
	expect(ledger.claim('jobs', ['two', 'j'], 'b')).toBe('new');
	expect(ledger.claim('jobs', ['one', 'j'], 'b')).toBe('taken');
	expect(ledger.claim('uploads', ['one', 'j'], 'b')).toBe('new');
});

test('each choice of job options and each number has its key; an option that is off is like a missing one', () => {
	const keyOf = (options: JobOptions, number = 1) =>
		computeIdempotencyKey('digest', options, undefined, number);
	const choices = [{}, { ocr: true }, { embed_fonts: true }, { ocr: true, embed_fonts: true }];
	const keys = [...choices.map((options) => keyOf(options)), keyOf({}, 2)];
	expect(new Set(keys).size).toBe(5);
	expect(keyOf({ ocr: false, embed_fonts: false })).toBe(keyOf({}));
});
