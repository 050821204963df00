/** Tests the transition table itself: forbidden states must not be reachable. */
import { readFileSync } from 'node:fs';
import path from 'node:path';

import {
	countCredits,
	isAnswered,
	LIFECYCLE,
	decideNext,
	type Action,
	type Event,
	type State,
} from '../../../../nodes/client/submission/lifecycle';

const STATES = Object.keys(LIFECYCLE) as State[];

interface Transition {
	from: State;
	event: Event;
	to: State;
	action: Action;
}

const TRANSITIONS: Transition[] = STATES.flatMap((from) =>
	Object.entries(LIFECYCLE[from]).map(([event, [to, action]]) => ({
		from,
		event: event as Event,
		to,
		action,
	})),
);

/** These events begin another execution; all other events can happen within an execution. */
const LATER: readonly Event[] = ['killed', 'resumedLater', 'retried'];

function reachableFrom(start: readonly State[], without: readonly Event[]): State[] {
	const reached = new Set(start);
	for (const state of reached) {
		for (const { from, event, to } of TRANSITIONS) {
			if (from === state && !without.includes(event)) reached.add(to);
		}
	}
	return [...reached];
}

/** Every sequence of at most `length` transitions from a new attempt. */
function* lives(length: number, from: State = 'new'): Generator<Transition[]> {
	yield [];
	if (length === 0) return;
	for (const transition of TRANSITIONS) {
		if (transition.from !== from) continue;
		for (const rest of lives(length - 1, transition.to)) yield [transition, ...rest];
	}
}

describe('one execution', () => {
	it('never approves a second attempt for a document that may have a job', () => {
		// A refusal proves that there is no job.
		expect(reachableFrom(['sent'], [...LATER, 'refused'])).not.toContain('approved');
		expect(reachableFrom(['accepted', 'failed', 'delivered'], LATER)).not.toContain('approved');
		expect(reachableFrom(['accepted', 'failed', 'delivered'], LATER)).not.toContain('new');
	});

	it('sends nothing again for a document that has its job', () => {
		const answered = TRANSITIONS.filter(
			({ from, event }) => isAnswered(from) && event === 'resumed',
		);
		expect(answered.map(({ from, to, action }) => [from, to, action])).toEqual([
			['accepted', 'accepted', 'fetch'],
			['failed', 'failed', 'fetch'],
			['delivered', 'delivered', 'fetch'],
		]);
	});

	it('starts the next attempt only in a later execution, after a finished one', () => {
		const begun = TRANSITIONS.filter(({ action }) => action === 'beginNext');
		expect(begun.map(({ from, event }) => `${from} ${event}`)).toEqual([
			'failed resumedLater',
			'failed retried',
			'delivered resumedLater',
		]);
	});
});

describe('a kill', () => {
	it('can happen in every state except the first', () => {
		const handled = STATES.filter((state) => LIFECYCLE[state].killed);
		expect(handled).toEqual(STATES.filter((state) => state !== 'new'));
	});

	it('leaves a state that the journal can hold', () => {
		const left = TRANSITIONS.filter(({ event }) => event === 'killed').map(({ to }) => to);
		expect([...new Set(left)].sort()).toEqual(['delivered', 'failed', 'new', 'sent']);
	});

	it('does not forget a sent submission', () => {
		const forgotten = TRANSITIONS.filter(({ event, to }) => event === 'killed' && to === 'new');
		expect(forgotten.map(({ from }) => from)).toEqual(['approved']);
	});
});

describe('a refusal', () => {
	it('erases an attempt once, but never one with a possible earlier job', () => {
		const erased = TRANSITIONS.filter(({ action }) => action === 'erase');
		expect(erased).toEqual([{ from: 'sent', event: 'refused', to: 'new', action: 'erase' }]);
		expect(decideNext('sent', 'refusedAgain')).toEqual({ state: 'sent', action: 'report' });
	});

	it('costs nothing before the submission', () => {
		expect(decideNext('approved', 'refused')).toEqual({ state: 'new', action: 'report' });
		expect(decideNext('new', 'refused').state).toBe('new');
	});
});

test('an attempt is sent only after the budget has approved it', () => {
	const into = TRANSITIONS.filter(({ from, to }) => to === 'sent' && from !== 'sent');
	expect(into.map(({ from, event }) => `${from} ${event}`)).toEqual([
		'approved sent',
		'accepted killed',
		'delivered retried',
	]);
	expect(TRANSITIONS.filter(({ to }) => to === 'approved')).toEqual([
		{ from: 'new', event: 'approved', to: 'approved', action: 'send' },
	]);
});

test('a stop before n8n has taken the output takes the delivery back', () => {
	expect(decideNext('delivered', 'stopped')).toEqual({ state: 'accepted', action: 'reopen' });
	expect(reachableFrom(['accepted'], LATER)).toContain('delivered');
});

test('every attempt leads to a delivery or to another attempt', () => {
	for (const state of STATES) expect(reachableFrom([state], [])).toContain('delivered');
});

test('a state does not change if the table has no rule for an event', () => {
	expect(decideNext('new', 'delivered')).toEqual({ state: 'new', action: 'none' });
	expect(decideNext('sent', 'approved')).toEqual({ state: 'sent', action: 'none' });
});

describe('credits', () => {
	const PAGES = 7;

	it('are never fewer than the attempt may have cost', () => {
		let checked = 0;
		for (const life of lives(7)) {
			// Possible charge of the attempt, according to the service's own ledger.
			let mayBeCharged = 0;
			for (const { from, event, to } of life) {
				if (event === 'approved' || event === 'sent') mayBeCharged = PAGES;
				if (event === 'refused') mayBeCharged = 0;
				// Another attempt; the credits of the previous attempt are stored separately.
				if (to === 'new' && (from === 'failed' || from === 'delivered')) mayBeCharged = 0;
				if (event === 'killed' && to === 'new') mayBeCharged = 0;
				if (countCredits({ state: to, pages: PAGES }) < mayBeCharged) {
					throw new Error(life.map((each) => each.event).join());
				}
				checked += 1;
			}
		}
		expect(checked).toBeGreaterThan(1_000);
	});

	it.each<[State, number]>([
		['new', 0],
		['approved', 7],
		['sent', 7],
		['accepted', 9],
		['failed', 9],
		['delivered', 9],
	])('of an attempt that is %s are %i, of 7 pages and 9 credits', (state, credits) => {
		expect(countCredits({ state, pages: PAGES, credits: 9 })).toBe(credits);
	});

	it('are the pages until the service reports a number, even 0', () => {
		expect(countCredits({ state: 'accepted', pages: PAGES })).toBe(PAGES);
		expect(countCredits({ state: 'failed', pages: PAGES, credits: 0 })).toBe(0);
	});

	it('are one if the pages are unknown, but none for a new attempt', () => {
		for (const state of STATES) expect(countCredits({ state })).toBe(state === 'new' ? 0 : 1);
	});

	it('are part of the balance once there is an answer', () => {
		expect(STATES.filter(isAnswered)).toEqual(['accepted', 'failed', 'delivered']);
	});
});

test('the diagram of docs/money.md has every transition of the table, in its order', () => {
	const page = readFileSync(path.join(__dirname, '../../../../docs/money.md'), 'utf8');
	const [, diagram = ''] = /```mermaid\nstateDiagram-v2\n([\s\S]*?)```/.exec(page) ?? [];
	const lines = diagram.split('\n').map((line) => line.trim());
	const arrows = lines.filter((line) => line.includes('-->') && !line.includes('[*]'));
	expect(arrows).toEqual(
		TRANSITIONS.map(({ from, event, to, action }) => `${from} --> ${to}: ${event} / ${action}`),
	);
});
