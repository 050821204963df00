import { deflateSync } from 'node:zlib';

import { isReadAsText } from '../../../client/textDamage';
import { measureCpuMs } from '../support/cpuTime';
import { pagesOf, PdfWriter } from '../support/pdfWriter';

/** A PDF as programs write it: compressed pages, and a comment of bytes in the second line. */
const compressed = (
	dictionary = '/Filter/FlateDecode',
	data = deflateSync('BT (a) Tj ET '.repeat(99)),
) =>
	pagesOf(new PdfWriter().raw(Buffer.from('25e2e3cfd30a', 'hex')), 1)
		.stream(10, dictionary, Buffer.concat([data, deflateSync(Buffer.from('more'))]))
		.end()
		.bytes();

async function* chunksOf(content: Buffer, size: number) {
	for (let at = 0; at < content.length; at += size)
		yield await Promise.resolve(content.subarray(at, at + size));
}

/** @returns whether the damage was found, and how many chunks were read */
async function judge(content: Buffer, size = 64 * 1024) {
	let count = 0;
	const counted = async function* () {
		for await (const chunk of chunksOf(content, size)) {
			count += 1;
			yield chunk;
		}
	};
	const chunks = counted();
	const { value: start } = await chunks.next();
	return { isText: await isReadAsText(start ?? Buffer.alloc(0), chunks), count };
}

const asUtf8 = (content: Buffer) => Buffer.from(content.toString('utf8'));
const asLatin1 = (content: Buffer) => Buffer.from(content.toString('latin1'));
const keepAscii = (content: Buffer) => content.toString('latin1').replace(/[^\0-\x7f]/g, '');
/** As a mail has it (RFC 2045, 6.7), with soft line breaks. */
const encodeQuotedPrintable = (content: Buffer) => {
	const encoded = content.toString('latin1').replace(/[^\t\n\r -<>-~]/g, (letter) => {
		return `=${letter.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`;
	});
	return Buffer.from(encoded.replace(/[^\r\n]{70}/g, '$&=\r\n'));
};
const asWindows = (content: Buffer) => Buffer.from(new TextDecoder('windows-1252').decode(content));

describe.each([1, 7, 1_024, 64 * 1024])('in chunks of %i bytes', (size) => {
	test.each([
		['replaced bytes', asUtf8],
		['Latin 1', asLatin1],
		['Windows 1252', asWindows],
		[
			'ASCII',
			(content: Buffer) => Buffer.from(content.toString('latin1').replace(/[^\0-\x7f]/g, '?')),
		],
		['7 bits', (content: Buffer) => Buffer.from(content.toString('ascii'))],
		['twice', (content: Buffer) => asLatin1(asUtf8(content))],
		['without what is not ASCII', (content: Buffer) => Buffer.from(keepAscii(content))],
		['quoted-printable', encodeQuotedPrintable],
	])('finds a PDF that was read as text: %s', async (_how, damage) => {
		expect(await judge(damage(compressed()), size)).toMatchObject({ isText: true });
	});

	test('an intact PDF is seen at once', async () => {
		const { isText, count } = await judge(compressed(), size);
		expect(isText).toBe(false);
		expect((count - 1) * size).toBeLessThan(20);
	});
});

test.each([
	['a filter in an array', '/Filter [ /FlateDecode ]'],
	['a picture', '/Subtype /Image /Filter /DCTDecode'],
	['a filter of another object', '/Filter 12 0 R'],
	['a filter before ASCII', '/Filter[/LZWDecode/ASCII85Decode]'],
])('finds damage of %s', async (_what, dictionary) => {
	const scan = Buffer.from(
		compressed(dictionary).toString('latin1').replace('BT ', 'q  ').replace('Tj ET', 'S'),
		'latin1',
	);
	expect(await judge(asUtf8(scan))).toMatchObject({ isText: true });
});

test.each<[string, Buffer]>([
	['has no stream', Buffer.from('%PDF-1.7\n%\u00e2\u00e3\u00cf\u00d3\n\u00e9t\u00e9 \ufffd')],
	['has text in its streams', pagesOf(new PdfWriter().raw('% \u00e9t\u00e9\n'), 3).end().bytes()],
	[
		'has metadata in many letters',
		pagesOf(new PdfWriter(), 1)
			.stream(10, '/Type/Metadata', Buffer.from('\u00e9t\u00e9 \ufffd'.repeat(99)))
			.end()
			.bytes(),
	],
	['has filters that write ASCII', asUtf8(compressed('/Filter [/ASCII85Decode /FlateDecode]'))],
	['is encrypted', compressed('/Filter/FlateDecode', Buffer.from('e1fe80c3'.repeat(99), 'hex'))],
	['shows text beside a damaged picture', asUtf8(compressed('/Subtype/Image/Filter/FlateDecode'))],
	[
		'has runs of text',
		pagesOf(new PdfWriter(), 1)
			.stream(10, '/Filter/RunLengthDecode', '\x02abc\x01de'.repeat(99))
			.end()
			.bytes(),
	],
	[
		'has a text full of questions where it names a filter',
		pagesOf(new PdfWriter(), 1)
			.stream(10, '/Filter/FlateDecode', 'Why is it so? '.repeat(99))
			.end()
			.bytes(),
	],
	[
		'names a filter that it does not use',
		pagesOf(new PdfWriter(), 1)
			.stream(10, '/Filter/FlateDecode', 'd\u00e9j\u00e0 vu')
			.end()
			.bytes(),
	],
])('raises no alarm about a PDF that %s', async (_what, content) => {
	expect(await judge(content)).toMatchObject({ isText: false });
});

/** A PDF of these objects, which has been read as text. */
const textOf = (...objects: string[]) => Buffer.from(['%PDF-1.7\n', ...objects].join(''));
const object = (dictionary: string, data: string) =>
	`10 0 obj\n<< ${dictionary} >>\nstream\n${data}endstream\nendobj\n`;
const DAMAGE = '\ufffd'.repeat(99);
const picture = object('/Subtype /Image /Filter /DCTDecode', DAMAGE);

test.each<[string, string, boolean]>([
	['the keyword right behind its dictionary', '<< /Filter/LZWDecode >>stream\n', true],
	['the keyword after several blanks', '<< /Filter/LZWDecode >> \r\n stream\r\n', true],
	['no space before "obj"', '10 0\nobj << /Filter/LZWDecode >>\nstream\n', true],
	[
		'another object before it',
		'9 0 obj << >> endobj 10 0 obj << /Filter/LZWDecode >>\nstream\n',
		true,
	],
	[
		'the filter of encryption before it',
		'9 0 obj << /Filter/Standard >> endobj 10 0 obj << >>\nstream\n',
		false,
	],
	['a long one', `10 0 obj << /Filter/LZWDecode${' '.repeat(4_000)}>>\nstream\n`, true],
	[
		'one longer than it reads',
		`10 0 obj << /Filter/LZWDecode${' '.repeat(4_100)}>>\nstream\n`,
		false,
	],
])('reads the dictionary of a stream: %s', async (_what, before, isText) => {
	expect(await judge(textOf(before, DAMAGE, 'endstream'))).toMatchObject({ isText });
	expect(await judge(textOf(before, DAMAGE.repeat(99), 'endstream'))).toMatchObject({ isText });
});

test.each<[string, string, boolean]>([
	['8 of 64 characters', '\ufffd'.repeat(8) + 'a'.repeat(56), true],
	['8 of 65', '\ufffd'.repeat(8) + 'a'.repeat(57), false],
	['7 of 7', '\ufffd'.repeat(7), false],
	['none', 'a'.repeat(64), false],
	['codes without a second digit', '=9z'.repeat(64), false],
])('finds damage by its share: %s', async (_what, data, isText) => {
	for (const type of ['', '/Subtype/Image'])
		expect(await judge(textOf(object(`${type}/Filter/FlateDecode`, data)))).toMatchObject({
			isText,
		});
});

test.each<[string, string, boolean]>([
	['shown as one string', object('', 'BT (a) Tj ET'), false],
	['shown as several strings', object('', 'BT [(a)] TJ ET'), false],
	['begun, but not shown', object('', 'BT 1 0 Td ET'), true],
	['shown, but not begun', object('', '(a) Tj'), true],
	['in an encoded stream', object('/Filter /ASCIIHexDecode', 'BT (a) Tj ET'), true],
])('finds a damaged picture unless text beside it can be read: %s', async (_what, text, isText) => {
	expect(await judge(textOf(picture, text))).toMatchObject({ isText });
});

test('searches 256 kB of a PDF that is text', async () => {
	const text = Buffer.concat([Buffer.from('%PDF-1.7\n'), Buffer.alloc(2 ** 21, ' ')]);
	expect(await judge(text)).toEqual({ isText: false, count: 4 });
});

test('blanks in a dictionary take a moment', async () => {
	const dictionary = `1 0 obj << /Filter${' '.repeat(4_000)}/ASCII85Decode >> stream\nx\nendstream endobj\n`;
	const text = Buffer.from(`%PDF-1.7\n${dictionary.repeat(64)}`);
	expect(await measureCpuMs(async () => await judge(text))).toBeLessThan(500);
});
