import { decodeName, Keyword, Lexer, type Token } from '../../../pdf/lexer';
import { Name, PdfString } from '../../../pdf/objects';

const createLexer = (text: string) => new Lexer(Buffer.from(text, 'latin1'));
const string = (text: string) => new PdfString(Buffer.from(text, 'latin1'));
const word = (text: string) => new Keyword(text);

function readTokens(text: string): Token[] {
	const lexer = createLexer(text);
	const all: Token[] = [];
	for (let token = lexer.readToken(); token !== undefined; token = lexer.readToken())
		all.push(token);
	return all;
}

test.each([
	['1 +2 -3 .5 4. -.25 0017', [1, 2, -3, 0.5, 4, -0.25, 17]],
	['--5 +-6 -+7 ++8', [-5, -6, 7, 8]],
	['12-34 1e5 6.7.8 12.5', [12, 1, 6.7, 12.5]],
	['Q5 .x - obj', [word('Q5'), word('.x'), word('-'), word('obj')]],
	['[1]{2}', [word('['), 1, word(']'), word('{'), 2, word('}')]],
	['<</A/B>>', [word('<<'), new Name('A'), new Name('B'), word('>>')]],
	['> 1 )', [word('>'), 1, word(')')]],
	['/ /#41#4a#4 /Gr#f6#DFe', [new Name(''), new Name('AJ#4'), new Name('Größe')]],
	['\0\t\n\f\r 1', [1]],
	['1%2\r3%4\n5 % the end', [1, 3, 5]],
	['%%\n% %\n', []],
])('%j', (text, expected) => {
	expect(readTokens(text)).toEqual(expected);
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
	['<486>', 'H`'],
	['<0-0g1 0>', '\x00\x10'],
])('reads the string %j and the bytes after it', (text, content) => {
	const lexer = createLexer(`${text}1`);
	expect(lexer.readToken()).toEqual(string(content));
	expect(lexer.isUnfinished).toBe(false);
	expect(lexer.readToken()).toBe(1);
});

test.each([
	['(a', 'a'],
	['(a(b)', 'a(b)'],
	['(a\\', 'a'],
	['(a\\)', 'a)'],
	['(a\\4', 'a\x04'],
	['<41', 'A'],
	['<', ''],
])('%j has no end', (text, content) => {
	const lexer = createLexer(text);
	expect(lexer.readToken()).toEqual(string(content));
	expect(lexer.isUnfinished).toBe(true);
	expect(lexer.readToken()).toBeUndefined();
});

test('finishes a string after one without an end', () => {
	expect(readTokens('<41(')).toEqual([string('A')]);
	const lexer = createLexer('<41>(b)');
	lexer.isUnfinished = true;
	lexer.readToken();
	expect(lexer.isUnfinished).toBe(false);
});

test.each([
	['A#42c', 'ABc'],
	['#', '#'],
	['#4g', '#4g'],
	['#e4#C4', 'äÄ'],
])('reads the name written %s', (written, name) => {
	expect(decodeName(written)).toBe(name);
});
