import { setNewest } from '../../../client/limits';

test('a bounded map keeps its newest entries, in the order in which they were set', () => {
	const map = new Map<string, number>();
	const set = (key: string, value: number, capacity = 2) => {
		setNewest(map, key, value, capacity);
		return [...map.keys()].join('');
	};
	expect([set('a', 0), set('b', 1), set('a', 2), set('c', 3)]).toEqual(['a', 'ab', 'ba', 'ac']);
	expect(map.get('a')).toBe(2);
	expect([set('d', 4, 4), set('e', 5, 2)]).toEqual(['acd', 'de']);
});
