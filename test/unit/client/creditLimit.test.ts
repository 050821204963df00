import { CreditLimit, type Turn } from '../../../client/creditLimit';
import { failureOf } from '../support/failureOf';

const { signal } = new AbortController();

/** A limit, with documents that ask for credits. */
function open(maximum = 10) {
	let spent = 0;
	const limit = new CreditLimit();
	const ask = async (turn: Turn, needed: number, stop = signal) => {
		const count = () => void (spent += needed);
		await limit.admit(turn, { needed, maximum, getSpent: () => spent, count }, stop);
	};
	/** A submission has turned out to cost nothing. */
	const refund = (credits: number) => void (spent -= credits);
	const takeTurns = (count: number) => Array.from({ length: count }, () => limit.takeTurn());
	return { ask, limit, refund, spent: () => spent, takeTurns };
}

/** What has become of each promise after everything that can happen has happened. */
async function outcomesOf(...all: Array<Promise<unknown>>) {
	const outcomes = all.map(() => 'waiting');
	all.forEach((each, n) => {
		each.then(
			() => (outcomes[n] = 'admitted'),
			() => (outcomes[n] = 'refused'),
		);
	});
	await new Promise((resolve) => setImmediate(resolve));
	return outcomes;
}

test('documents for which there is room do not wait for submissions', async () => {
	const { ask, takeTurns } = open();
	const turns = takeTurns(3);
	expect(await outcomesOf(...turns.map((turn) => ask(turn, 3)))).toEqual(Array(3).fill('admitted'));
});

test('a document that takes all that is left does not wait for submissions', async () => {
	const { ask, takeTurns } = open(5);
	const [first, second] = takeTurns(2) as [Turn, Turn];
	expect(await outcomesOf(ask(first, 2), ask(second, 3))).toEqual(['admitted', 'admitted']);
});

test('the order of items counts for turns that were taken after all others were decided, too', async () => {
	const { ask, takeTurns } = open(5);
	const [first] = takeTurns(1) as [Turn];
	await ask(first, 1);
	const [, third] = takeTurns(2) as [Turn, Turn];
	expect(await outcomesOf(ask(third, 1))).toEqual(['waiting']);
});

test('documents are admitted in the order of their items', async () => {
	const { ask, takeTurns } = open(5);
	const [first, second] = takeTurns(2) as [Turn, Turn];
	const late = ask(second, 3);
	expect(await outcomesOf(late)).toEqual(['waiting']);
	const early = ask(first, 3);
	expect(await outcomesOf(early, late)).toEqual(['admitted', 'waiting']);
});

test('a refusal waits for the submissions before it, which may cost nothing', async () => {
	const { ask, limit, refund, takeTurns } = open(5);
	const [first, second, third] = takeTurns(3) as [Turn, Turn, Turn];
	await ask(first, 5);
	const [two, three] = [ask(second, 5), ask(third, 1)];
	expect(await outcomesOf(two, three)).toEqual(['waiting', 'waiting']);
	refund(5);
	limit.end(first);
	expect(await outcomesOf(two, three)).toEqual(['admitted', 'waiting']);
	limit.end(second);
	expect(await failureOf(three)).toMatchObject({
		code: 'OVER_CREDIT_LIMIT',
		facts: { credits: { needed: 1, left: 0, limit: 5 } },
	});
});

test('a refused document holds up nobody', async () => {
	const { ask, takeTurns } = open(5);
	const [first, second] = takeTurns(2) as [Turn, Turn];
	expect(await outcomesOf(ask(first, 6), ask(second, 5))).toEqual(['refused', 'admitted']);
});

test('an item that asks for nothing holds up nobody', async () => {
	const { ask, limit, takeTurns } = open();
	const [first, second] = takeTurns(2) as [Turn, Turn];
	const late = ask(second, 1);
	limit.end(first);
	expect(await outcomesOf(late)).toEqual(['admitted']);
});

test('two items with one document: it keeps the earlier turn', async () => {
	const { ask, limit, takeTurns } = open(5);
	const [first, second, third] = takeTurns(3) as [Turn, Turn, Turn];
	const [other, shared] = [ask(second, 5), ask(third, 5)];
	expect(limit.join(third, first)).toBe(first);
	expect(await outcomesOf(shared, other)).toEqual(['admitted', 'waiting']);
	limit.end(first);
	expect(await outcomesOf(other)).toEqual(['refused']);
});

test('two items with one document: the later turn is over', async () => {
	const { ask, limit, takeTurns } = open();
	const [first, second, third] = takeTurns(3) as [Turn, Turn, Turn];
	expect(limit.join(first, second)).toBe(first);
	const late = ask(third, 1);
	expect(await outcomesOf(ask(first, 1), late)).toEqual(['admitted', 'admitted']);
});

describe('two items whose document goes on after they have shared its work', () => {
	/** The later item has begun the work, the earlier one has joined it, and the document was submitted. */
	async function share() {
		const opened = open(5);
		const [first, second] = opened.takeTurns(2) as [Turn, Turn];
		const work = opened.ask(second, 5);
		expect(opened.limit.join(second, first)).toBe(first);
		await work;
		return { ...opened, first, second };
	}

	test('the document is no longer being submitted when both are over', async () => {
		const { ask, first, limit, second, takeTurns } = await share();
		expect(limit.join(second, first)).toBe(first);
		limit.end(second);
		limit.end(first);
		const [other] = takeTurns(1) as [Turn];
		expect(await outcomesOf(ask(other, 1))).toEqual(['refused']);
	});

	test('the document asks for its next job, although others took their turns meanwhile', async () => {
		const { ask, first, limit, refund, second, takeTurns } = await share();
		limit.end(first);
		const [other] = takeTurns(1) as [Turn];
		refund(5);
		const next = ask(second, 3);
		expect(limit.join(second, first)).toBe(first);
		expect(await outcomesOf(next, ask(other, 3))).toEqual(['admitted', 'waiting']);
	});
});

test('a document asks again for its next job, and waits for those behind it if there is no room', async () => {
	const { ask, limit, refund, takeTurns } = open(6);
	const [first, second] = takeTurns(2) as [Turn, Turn];
	await ask(first, 2);
	await ask(second, 2);
	const again = ask(first, 4);
	expect(await outcomesOf(again)).toEqual(['waiting']);
	refund(2);
	limit.end(second);
	expect(await outcomesOf(again)).toEqual(['admitted']);
});

test('a document that was admitted twice is no longer being submitted when its turn is over', async () => {
	const { ask, limit, takeTurns } = open(5);
	const [first, second] = takeTurns(2) as [Turn, Turn];
	await ask(first, 2);
	await ask(first, 3);
	limit.end(first);
	expect(await outcomesOf(ask(second, 1))).toEqual(['refused']);
});

test('a document asks again for its next job in a later run of the node, too', async () => {
	const { ask, limit, takeTurns } = open();
	takeTurns(2);
	limit.forgetTurns();
	const [first, second] = takeTurns(2) as [Turn, Turn];
	await ask(first, 2);
	await ask(second, 2);
	expect(await outcomesOf(ask(first, 2))).toEqual(['admitted']);
});

test('without a limit nobody waits', async () => {
	const { ask, spent, takeTurns } = open(Infinity);
	const [, second] = takeTurns(2) as [Turn, Turn];
	await ask(second, 1_000_000);
	expect(spent()).toBe(1_000_000);
});

test('Stop ends the wait, and counts nothing', async () => {
	const { ask, spent, takeTurns } = open();
	const [, second] = takeTurns(2) as [Turn, Turn];
	const stop = new AbortController();
	const waiting = ask(second, 1, stop.signal);
	stop.abort();
	expect(await failureOf(waiting)).toMatchObject({ code: 'STOPPED' });
	const late = ask(second, 1, stop.signal);
	expect(await failureOf(late)).toMatchObject({ code: 'STOPPED' });
	expect(spent()).toBe(0);
});

test('a document that was stopped while it waited counts nothing when its turn would come', async () => {
	const { ask, limit, spent, takeTurns } = open();
	const [first, second] = takeTurns(2) as [Turn, Turn];
	const stop = new AbortController();
	const waiting = ask(second, 1, stop.signal);
	stop.abort();
	expect(await failureOf(waiting)).toMatchObject({ code: 'STOPPED' });
	limit.end(second);
	limit.end(first);
	expect(spent()).toBe(0);
});

test('Stop does not end a submission whose pages count already', async () => {
	const { ask, spent, takeTurns } = open();
	const [first] = takeTurns(1) as [Turn];
	const stop = new AbortController();
	const admitted = ask(first, 1, stop.signal);
	stop.abort();
	expect(await outcomesOf(admitted)).toEqual(['admitted']);
	expect(spent()).toBe(1);
});

test('a run that was stopped keeps nothing from the next one', async () => {
	const { ask, limit, takeTurns } = open(5);
	const [first] = takeTurns(2) as [Turn, Turn];
	await ask(first, 5);
	limit.forgetTurns();
	const [turn] = takeTurns(1) as [Turn];
	expect(await outcomesOf(ask(turn, 1))).toEqual(['refused']);
});
