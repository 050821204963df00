import { setNewest } from '../../../client/limits';

const fill = (capacity: number, ...keys: string[]) => {
	const map = new Map<string, number>();
	for (const [at, key] of keys.entries()) setNewest(map, key, at, capacity);
	return [...map];
};

test('keeps entries in the order in which they were set', () => {
	expect(fill(3, 'a', 'b', 'c')).toEqual([
		['a', 0],
		['b', 1],
		['c', 2],
	]);
});

test('drops the oldest entry beyond the capacity', () => {
	expect(fill(2, 'a', 'b', 'c')).toEqual([
		['b', 1],
		['c', 2],
	]);
});

test('an entry that is set again becomes the newest one', () => {
	expect(fill(2, 'a', 'b', 'a', 'c')).toEqual([
		['a', 2],
		['c', 3],
	]);
});

test('drops several entries if the capacity has become smaller', () => {
	const map = new Map([
		['a', 0],
		['b', 1],
		['c', 2],
	]);
	setNewest(map, 'd', 3, 2);
	expect([...map.keys()]).toEqual(['c', 'd']);
});
