import { Name, PdfString, Reference } from '../../../../pdf/syntax/objects';
import { MAX_PARSE_WORK, parseWithWork, tryParseDictionary } from '../../../../pdf/syntax/parse';
import { Unknown } from '../../../../pdf/unknown';

const parsed = (text: string) => parseWithWork(Buffer.from(text, 'latin1')).object;
const string = (text: string) => new PdfString(Buffer.from(text, 'latin1'));
const names = (...all: string[]) => all.map((name) => new Name(name));
const map = (entries: Record<string, unknown>) => new Map(Object.entries(entries));

test.each<[string, unknown]>([
	['true', true],
	['false', false],
	['null', null],
	['word', null],
	['[trues falsely True FALSE]', [null, null, null, null]],
	['[1 +2 -3 .5 4. -.25 0017]', [1, 2, -3, 0.5, 4, -0.25, 17]],
	['[--5 +6 12-34 1e5 6.7.8]', [null, 6, 12, 1, 6.7]],
	['[+.5 . - -5. 0x10 1.2.3]', [0.5, null, null, -5, 0, 1.2]],
	// Of a long word only the beginning is read.
	['9'.repeat(129), Number('9'.repeat(128))],
	['[\0\t\n\f\r 1%2\r3%4\n5 % the end\n]', [1, 3, 5]],
	['[/ /#41#4a#4 /#4g /Gr#f6#DFe]', names('', 'AJ#4', '#4g', 'Größe')],
	['% a comment\n[/A/B]', names('A', 'B')],
	['[12 0 R]', [new Reference(12, 0)]],
	['[12 3 R 3% 4\n%\n7 R]', [new Reference(12, 3), new Reference(3, 7)]],
	['[1 2 0 R 3 4]', [1, new Reference(2, 0), 3, 4]],
	['[1 2 3 0 R]', [1, 2, new Reference(3, 0)]],
	['[1.5 0 R]', [1.5, 0, null]],
	['[1 0 RG]', [1, 0, null]],
	['[123456789012345 0 R]', [new Reference(123456789012345, 0)]],
	['[1234567890123456 0 R]', [1234567890123456, 0, null]],
	['[-1 0 R]', [-1, 0, null]],
	['<</A<</B[]>>/C null/D>>', map({ A: map({ B: [] }) })],
	['<</A word/B 1 0 R/C 2>>', map({ B: new Reference(1, 0), C: 2 })],
	['<</A 1/B 2/A null>>', map({ B: 2 })],
	['<</A 1/#42 2/A 3>>', map({ A: 3, B: 2 })],
	['[null]', [null]],
])('%j', (text, object) => {
	expect(parsed(text)).toEqual(object);
});

test.each([
	['()', ''],
	['(a(b(c)d)e)', 'a(b(c)d)e'],
	['(\\n\\r\\t\\b\\f\\(\\)\\\\\\x)', '\n\r\t\b\f()\\x'],
	['(\\101\\60\\7x\\0053\\9)', 'A0\x07x\x0539'],
	['(\\400\\777)', '\0\xff'],
	['(a\\\nb\\\rc\\\r\nd)', 'abcd'],
	['(\\\n\n\\\r\r\\\nx)', '\n\rx'],
	['(\r\n\r\n)', '\r\n\r\n'],
	['<>', ''],
	['<48 65 6C\n6c6F>', 'Hello'],
	['<0-0g1 0>', '\x00\x10'],
])('reads the string %j and what follows', (text, content) => {
	expect(parsed(`[${text}1]`)).toEqual([string(content), 1]);
});

test.each([
	['an object is cut off', ['', '[1 2', '<</A']],
	['a string in it has no end', ['(without an end', '<48', '(a\\)', '(a\\', '[(a) (b]']],
	['a dictionary in it is not valid PDF', ['<</A 1', '<<1 2>>', '<</A 1>x', '<</A 1> >']],
	['an object in it is not valid PDF', [']', '>>', '[1 }]']],
])('%s', (reason, texts) => {
	for (const text of texts) expect(() => parsed(text)).toThrow(new Unknown(reason));
});

test('parts of an object are work', () => {
	expect(parseWithWork(Buffer.from('[1 2 0 R true/A(b)<c><</D 3>>]')).work).toBe(30);
	const withNumbers = (count: number) => parsed(`[${'1 '.repeat(count)}]`);
	expect(withNumbers(MAX_PARSE_WORK - 2)).toHaveLength(MAX_PARSE_WORK - 2);
	expect(() => withNumbers(MAX_PARSE_WORK - 1)).toThrow('too large');
});

test.each([
	['<</A 1>>1', map({ A: 1 })],
	['[<</A 1>>]', undefined],
	['<</A 1', undefined],
	['', undefined],
])('the dictionary with which %j begins', (text, dictionary) => {
	expect(tryParseDictionary(Buffer.from(text))).toEqual(dictionary);
});

test('an object with too many parts is not read', () => {
	expect(parsed(`[${'1 '.repeat(119_000)}]`)).toHaveLength(119_000);
	for (const [part, count] of [
		['1 ', 121_000],
		['1 0 R ', 121_000],
		['/A ', 41_000],
		['() ', 16_000],
		['[] ', 61_000],
	] as const) {
		const reason = new Unknown('an object in it is too large');
		expect(() => parsed(`[${part.repeat(count)}]`)).toThrow(reason);
	}
});

test.each([
	['arrays', '[', ']'],
	['dictionaries', '<</A', '>>'],
])('%s a hundred deep are read, and no deeper', (_, opening, closing) => {
	const nested = (depth: number) => opening.repeat(depth) + closing.repeat(depth);
	expect(() => parsed(nested(101))).not.toThrow();
	expect(() => parsed(nested(102))).toThrow(new Unknown('its objects are nested too deeply'));
});
