import { Body } from '../../../../nodes/pdf/body/body';
import { ParsedObjects } from '../../../../nodes/pdf/document/parsedObjects';
import { READER_LIMITS } from '../../../../nodes/pdf/limits';
import { Name } from '../../../../nodes/pdf/syntax';

const MIB = 1024 ** 2;

/** What is parsed, and what has been spent on it. */
function parsing() {
	const body = new Body(READER_LIMITS);
	const spend = jest.spyOn(body, 'spend');
	const parsed = new ParsedObjects(body);
	return {
		get: (number: number, text: string) => parsed.get(number, Buffer.from(text)),
		spent: () => spend.mock.calls.reduce((sum, [bytes]) => sum + bytes, 0),
	};
}

/** A dictionary of so many bytes. */
const dictionary = (bytes: number) => `<</A(${'x'.repeat(bytes - 8)})>>`;

test.each<[text: string, spent: number]>([
	['/Name', 32 + 5],
	['[1 2 3]', 32 + 7 + 3 * 16],
	['[]', 32 + 2],
	['<</A 1>>', 32 + 8],
])('%s takes its bytes, and room for its elements', (text, spent) => {
	const parsing1 = parsing();
	parsing1.get(1, text);
	expect(parsing1.spent()).toBe(spent);
});

test('a dictionary is parsed once', () => {
	const { get, spent } = parsing();
	const first = get(1, '<</A 1>>');
	expect(first).toEqual(new Map([['A', 1]]));
	expect(get(1, '<</A 1>>')).toBe(first);
	expect(spent()).toBe(32 + 8 + 32);
	expect(get(2, '<</A 1>>')).not.toBe(first);
});

test('anything else is parsed each time', () => {
	const { get, spent } = parsing();
	expect(get(1, '/A')).toEqual(new Name('A'));
	expect(get(1, '/A')).toEqual(new Name('A'));
	const array = get(2, '[]');
	expect(get(2, '[]')).not.toBe(array);
	expect(spent()).toBe(4 * (32 + 2));
});

test('a mebibyte of dictionaries is remembered, and then the newer ones', () => {
	const { get } = parsing();
	const [first, second] = [dictionary(MIB / 2), dictionary(MIB / 2)];
	const parsed = [get(1, first), get(2, second)];
	expect([get(1, first) === parsed[0], get(2, second) === parsed[1]]).toEqual([true, true]);
	const third = get(3, dictionary(10));
	expect(get(3, dictionary(10))).toBe(third);
	expect(get(1, first)).not.toBe(parsed[0]);
	const again = get(1, first);
	expect(get(1, first)).toBe(again);
	expect(get(3, dictionary(10))).toBe(third);
});

test('a larger one is not remembered, and costs no other its place', () => {
	const { get } = parsing();
	const small = get(1, '<<>>');
	const large = get(2, dictionary(MIB + 1));
	expect(get(2, dictionary(MIB + 1))).not.toBe(large);
	expect(get(1, '<<>>')).toBe(small);
	const [most] = [get(3, dictionary(MIB))];
	expect(get(3, dictionary(MIB))).toBe(most);
});

test('what cannot be parsed is told each time', () => {
	const { get } = parsing();
	for (let time = 0; time < 2; time += 1) {
		expect(() => get(1, '<<')).toThrow('is not written as PDF');
	}
});
