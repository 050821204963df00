import { dayOf, marksOf, stateBy } from '../../../../nodes/client/journal/marks';

const now = Date.parse('2026-03-01T23:59:59Z');
const marks = marksOf({ document: 'd', generation: 2 }, now);
const { started, unfinished, hopeful, day } = marks;

test('the marks of a generation name its document, its number and what they say, oldest first', () => {
	expect(Object.values(marks)).toEqual([
		'd 2 started',
		'd 2 unfinished',
		'd 2 hopeful',
		'd 2 2026-03-01',
	]);
});

test('the day is that of UTC', () => {
	expect(dayOf(now)).toBe('2026-03-01');
	expect(dayOf(now + 1_000)).toBe('2026-03-02');
});

test.each([
	[[], 'fresh'],
	[[day], 'fresh'],
	[[started], 'delivered'],
	[[started, unfinished], 'failed'],
	[[unfinished], 'failed'],
	[[started, unfinished, hopeful], 'unfinished'],
	[[unfinished, hopeful], 'unfinished'],
	[[hopeful], 'unfinished'],
	[[started, hopeful], 'unfinished'],
])('with %j it is %s', (known, state) => {
	expect(stateBy(marks, new Set(known))).toBe(state);
});
