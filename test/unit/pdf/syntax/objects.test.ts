import { isCount, isDictionary, isName, Name, Reference } from '../../../../nodes/pdf/syntax';

test.each([0, 1, Number.MAX_SAFE_INTEGER])('%d is a count', (number) => {
	expect(isCount(number)).toBe(true);
});

test.each([-1, 0.5, 2 ** 53, '1', null, undefined, new Name('1')])('%p is no count', (value) => {
	expect(isCount(value)).toBe(false);
});

test('recognizes a dictionary with or without entries', () => {
	expect(isDictionary(new Map())).toBe(true);
	expect([undefined, null, [], new Reference(1, 0)].some((object) => isDictionary(object))).toBe(
		false,
	);
});

test('compares a name with the requested one', () => {
	expect(isName(new Name('Page'), 'Page')).toBe(true);
	expect(isName(new Name('Pages'), 'Page')).toBe(false);
	expect(isName(undefined, 'Page')).toBe(false);
	expect(isName(new Reference(1, 0), 'Page')).toBe(false);
});
