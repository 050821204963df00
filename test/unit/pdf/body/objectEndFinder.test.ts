import { ObjectEndFinder, type ObjectEnd } from '../../../../nodes/pdf/body/objectEndFinder';

/** Finds the end of an object, which is read at once and again byte by byte. */
function findEnd(text: string, isAll = true): ObjectEnd | undefined {
	const bytes = Buffer.from(text, 'latin1');
	const extent = new ObjectEndFinder();
	let end: ObjectEnd | undefined;
	for (let length = 1; length < bytes.length && !end; length += 1) {
		end = extent.find(bytes.subarray(0, length), false);
	}
	end ??= extent.find(bytes, isAll);
	const atOnce = new ObjectEndFinder().find(bytes, isAll);
	if (atOnce) expect(end).toEqual(atOnce);
	return atOnce;
}

test.each<[string, string, number]>([
	[' 5 endobj ', 'endobj', 3],
	['endobj', 'endobj', 0],
	['5endobj ', 'endobj', 1],
	['5 endobjunk ', 'endobj', 2],
	['<<>>stream\n', 'stream', 4],
	['<<>>streamX ', 'streamX', 4],
	['/Name endobj ', 'endobj', 6],
	['/endobj endobj ', 'endobj', 8],
	['xendobjy endobj ', 'endobj', 9],
	['/ endobj ', 'endobj', 2],
	['//endobj/stream endobj ', 'endobj', 16],
	['(endobj) endobj ', 'endobj', 9],
	['(a(endobj)endobj)endobj ', 'endobj', 17],
	['(\\)endobj)endobj ', 'endobj', 10],
	['(\\(endobj)endobj ', 'endobj', 10],
	['(\\\\)endobj ', 'endobj', 4],
	['()endobj ', 'endobj', 2],
	['%endobj (\nendobj ', 'endobj', 10],
	['%\rendobj ', 'endobj', 2],
	['% stream % ( \r\n%(\nendobj ', 'endobj', 18],
	['<endobj>', 'endobj', 1],
	['[endobj ', 'endobj', 1],
	['null 7 0 obj ', 'obj', 5],
	['null\n17 10 objx ', 'obj', 5],
	['5 0 obj ', 'obj', 0],
	['0 obj ', 'obj', 2],
	['obj ', 'obj', 0],
	['7 0 /N obj ', 'obj', 7],
	['7 0 (s) obj ', 'obj', 8],
	['7 0 [] obj ', 'obj', 7],
	['7 0 %c\nobj ', 'obj', 7],
	['7 /N 0 obj ', 'obj', 7],
	['5 xref ', 'xref', 2],
	['5 %%EOF', '%%EOF', 2],
	['<<>>%%EOF\nendobj ', '%%EOF', 4],
	['/N%%EOFx', '%%EOF', 2],
	['%%EO\nendobj ', 'endobj', 5],
	['%%eof\nendobj ', 'endobj', 6],
	['% %%EOF\nendobj ', 'endobj', 8],
	['(%%EOF)endobj ', 'endobj', 7],
	['5 trailer ', 'trailer', 2],
	['5 startxref ', 'startxref', 2],
	[`${'x'.repeat(40)}endobj endobj`, 'endobj', 47],
	[`${'x'.repeat(26)}endobj `, 'endobj', 26],
])('%s ends with %s at %d', (text, word, at) => {
	expect(findEnd(text)).toEqual({ word, at });
});

test.each([
	'',
	'5',
	'xstream ',
	'xobj ',
	'end obj'.slice(0, 4),
	'(endobj',
	'%endobj',
	'/endobj',
	'(\\',
])('%j has no end', (text) => {
	expect(findEnd(text)).toBeUndefined();
});

test('ends a word only at the next other character', () => {
	expect(findEnd('endobj', false)).toBeUndefined();
	expect(findEnd('endobj ', false)).toEqual({ word: 'endobj', at: 0 });
	const extent = new ObjectEndFinder();
	expect(extent.find(Buffer.from('/Name'), false)).toBeUndefined();
	expect(extent.find(Buffer.from('/Nameendobj endobj '), false)).toEqual({
		word: 'endobj',
		at: 12,
	});
});

test('continues where it stopped, or at the given place', () => {
	const bytes = Buffer.from('5 stream endobj ');
	const extent = new ObjectEndFinder();
	expect(extent.find(bytes, false)).toEqual({ word: 'stream', at: 2 });
	extent.rewind(2);
	expect(extent.find(bytes, false)).toEqual({ word: 'stream', at: 2 });
	expect(extent.find(bytes, false)).toEqual({ word: 'endobj', at: 9 });
	expect(extent.find(bytes, true)).toBeUndefined();
});
