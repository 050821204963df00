import { quoteName, quoteValue } from '../../../../nodes/shared/errorTexts';

test.each<[unknown, string | undefined]>([
	['text', '"text"'],
	[7, '7'],
	[null, 'null'],
	[undefined, undefined],
	[['a'.repeat(18)], `["${'a'.repeat(18)}"]`],
	[['a'.repeat(19)], `["${'a'.repeat(19)}"…`],
])('shows the start of the value %j', (value, shown) => {
	expect(quoteValue(value)).toBe(shown);
});

test('shows the start and the end of a long name', () => {
	expect(quoteName('a'.repeat(22))).toBe(`"${'a'.repeat(22)}"`);
	expect(quoteName(`${'a'.repeat(20)}.pdf`)).toBe(`"${'a'.repeat(10)}…${'a'.repeat(7)}.pdf"`);
});
