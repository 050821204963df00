import { requireKnown, toUnknown, Unknown } from '../../../pdf/unknown';

test('an error that says why something is unknown stays, and any other gets a reason', () => {
	const own = new Unknown('it is damaged');
	expect(toUnknown(own, 'otherwise')).toBe(own);
	expect(toUnknown(new RangeError('stack'), 'it is odd')).toEqual(new Unknown('it is odd'));
	expect(toUnknown('text', 'it is odd').reason).toBe('it is odd');
});

test('a value that is needed is thrown if it is unknown, and only then', () => {
	const unknown = new Unknown('it is damaged');
	expect(() => requireKnown(unknown)).toThrow(unknown);
	for (const known of [0, '', null, false]) expect(requireKnown(known)).toBe(known);
});
