import { Body } from '../../../../nodes/pdf/body/body';
import { ParsedObjects } from '../../../../nodes/pdf/document/parsedObjects';
import { READER_LIMITS } from '../../../../nodes/pdf/limits';
import { Unknown } from '../../../../nodes/pdf/syntax';

/** Parsed objects, and the work spent on them. */
function createParser() {
	const body = new Body(READER_LIMITS);
	const spend = jest.spyOn(body, 'spendWork');
	const parsed = new ParsedObjects(body);
	return {
		get: (number: number, text: string) => parsed.get(number, Buffer.from(text)),
		spent: () => spend.mock.calls.reduce((sum, [bytes]) => sum + bytes, 0),
	};
}

/** An array of `count` empty strings, each of 8 units of work. */
const strings = (count: number) => `[${'()'.repeat(count)}]`;

test.each<[text: string, spent: number]>([
	['/Name', 32 + 5 + 3 * 3],
	['[1 2 3]', 32 + 7 + 3 * 5 + 3 * 16],
	['[]', 32 + 2 + 3 * 2],
	['<</A 1>>', 32 + 8 + 3 * 6],
])('counts bytes, work and elements of %s', (text, spent) => {
	const parsing1 = createParser();
	parsing1.get(1, text);
	expect(parsing1.spent()).toBe(spent);
});

test.each(['<</A 1>>', '[1 2]', '/A'])('%s is parsed once', (text) => {
	const { get, spent } = createParser();
	const first = get(1, text);
	const once = spent();
	expect(get(1, text)).toBe(first);
	expect(spent() - once).toBeLessThan(once);
	expect(get(2, text)).not.toBe(first);
});

test('remembers objects up to a limit, then drops the oldest', () => {
	const { get } = createParser();
	const first = get(1, strings(12_000));
	const second = get(2, strings(12_000));
	expect([get(1, ''), get(2, '')]).toEqual([first, second]);
	const third = get(3, strings(12_000));
	expect(get(3, '')).toBe(third);
	expect(() => get(1, '')).toThrow(Unknown);
});

test('remembers an object beyond the bound, because many objects may refer to it', () => {
	const { get } = createParser();
	const large = get(1, strings(50_000));
	get(2, strings(20_000));
	get(3, strings(20_000));
	expect(get(1, '')).toBe(large);
	const other = get(4, strings(50_000));
	expect(get(4, '')).toBe(other);
	expect(() => get(1, '')).toThrow(Unknown);
});

test('refuses an object that is too large, and remembers it', () => {
	const { get, spent } = createParser();
	expect(() => get(1, strings(70_000))).toThrow('is too large');
	const once = spent();
	expect(() => get(1, '')).toThrow('is too large');
	expect(spent() - once).toBe(32);
});

test('refuses an unreadable object each time', () => {
	const { get } = createParser();
	for (let time = 0; time < 2; time += 1) {
		expect(() => get(1, '<<')).toThrow('is not valid PDF');
	}
});
