import { createCipheriv, createHash } from 'node:crypto';

import { inspect, type Inspection } from '../../../../pdf/inspect';
import { READER_LIMITS, type ReaderLimits } from '../../../../pdf/readerLimits';
import { pagesOf, PdfWriter, tagsOf } from '../../support/pdfWriter';
import { ID, OPEN } from '../dictionaries';
import { makePdfKitDocument } from '../fixtures';
import { inspectBytes, expectAnswers } from '../inspectBytes';
import { plain, TRAILER } from '../writers';

function writeEmbedded(): PdfWriter {
	const inner = plain(9).end().bytes();
	const writer = plain().stream(10, '/Type/EmbeddedFile /Length 11 0 R', inner);
	return writer.object(11, String(inner.length)).end();
}

test.each<[string, PdfWriter, Partial<Inspection>]>([
	['offsets that count from the header', pagesOf(new PdfWriter('\nJunk\n'), 3).end(), { pages: 3 }],
	[
		'numbers after the end',
		plain(2, tagsOf(2)).end().raw('7 8\n'),
		{ tagged: true, recommendation: 'skip' },
	],
	['a PDF inside a PDF', writeEmbedded(), { pages: 2 }],
])('%s', async (_, writer, answers) => {
	await expectAnswers(writer, answers);
});

test.each([1, 7, 64, 100_000])('the answers do not depend on chunks: %d bytes', async (chunk) => {
	const bytes = await makePdfKitDocument({ tagged: true });
	expect(await inspectBytes(bytes, { chunk })).toEqual(await inspectBytes(bytes));
});

test.each([100, 300, 400, 1000, 100_000])(
	'what is in a long comment or word is not an object: chunks of %d bytes',
	async (chunk) => {
		const object = '0 obj<</Filter/Standard/V 1>>endobj';
		const comment = `% ${'x '.repeat(2000)}`;
		const word = '9'.repeat(500);
		for (const skipped of [`${comment}9 ${object}`, `${word} ${object}`]) {
			const inspection = await inspectBytes(plain().raw(`${skipped}\n`).end().bytes(), { chunk });
			expect(inspection).toMatchObject({ pages: 2, encryption: 'none' });
		}
		for (const skipped of [comment, word]) {
			const bytes = plain().raw(`${skipped}\n9 ${object}`).end().bytes();
			expect((await inspectBytes(bytes, { chunk })).encryption).toBeNull();
		}
	},
);

describe('words', () => {
	/** The cross-reference says that object 9 is the first one. Without it, the last one would count. */
	const text = plain(2, '/Lang 9 0 R')
		.object(2, '<</Type/Pages/Count 13 0 R/Kids[100 0 R 101 0 R]>>')
		.object(13, '2')
		.object(9, '(en)')
		.raw('9 0 obj (de) endobj\n')
		.end()
		.bytes()
		.toString('latin1');

	test.each([
		['13 0 obj\n2', '13 0 \nobj2'],
		['endstream\nendobj\n', 'endstream\n\nendobj'],
		['xref\n', 'xref'],
		['startxref\n', 'startxref'],
		['%%EOF\n', '%%EOFstartxref'],
		// Only a whole number is an offset, and only the first one after `startxref`.
		['\n%%EOF', ' 7\n%%EOF'],
		['%%EOF\n', '%%EOF\nstartxref 7.5'],
		['%%EOF\n', '%%EOF\nstartxref x 7'],
		['\n%%EOF\n', ''],
	])('are recognized if %j becomes %j', async (from, to) => {
		expect(text).toContain(from);
		const inspection = await inspectBytes(Buffer.from(text.replace(from, to), 'latin1'));
		expect(inspection).toMatchObject({ pages: 2, language: 'en' });
	});

	test.each([
		['9 0 obj (de) endobj', 'de'],
		['8 9 0 obj (de) endobj', 'de'],
		['9 0.5 obj (de) endobj', 'en'],
		['9.5 0 obj (de) endobj', 'en'],
		['9 0 x obj (de) endobj', 'en'],
		['9 x 0 obj (de) endobj', 'en'],
		['9 obj (de) endobj', 'en'],
		['9 0 xobj (de) endobj', 'en'],
		['9 %\n0 % x\nobj (de) endobj', 'de'],
		['8 0 obj 5\n9 0 obj (de) endobj', 'de'],
		['xref x\n9 0 obj (de) endobj', 'de'],
		['8 0 obj <</A stream\nx\nendstream endobj 9 0 obj (de) endobj', 'de'],
		// Not even a title is certain after a trailer that cannot be read.
		['trailerx', 'en'],
	])('before `obj`: after %j the language is %s', async (object, language) => {
		const writer = plain(2, '/Lang 9 0 R').object(9, '(en)').raw(`${object}\n${TRAILER}`);
		const title = object === 'trailerx' ? null : '';
		await expectAnswers(writer, { pages: 2, language, title });
	});
});

test('the last object of a file may end with it', async () => {
	const writer = plain(2, '/Lang 9 0 R').raw(`${TRAILER}9 0 obj (de) endobj`);
	await expectAnswers(writer, { pages: 2, language: 'de' });
});

test.each([
	['9 0 obj<</Filter /Standard/V 1>>endobj\n', null],
	['9 0 obj<</Filter\r\n/Standard>>endobj\n', null],
	['trailer<</Encrypt<</Filter/Standard/V 1>>>>\n', null],
	['9 0 obj<</Filter/StandardFilter/V 1>>endobj\n', 'none'],
	['9 0 obj<</Filter/Other/X/Standard>>endobj\n', 'none'],
] as const)('after %j, to which nothing refers, the encryption is %p', async (part, encryption) => {
	await expectAnswers(plain().raw(part).end(), { pages: 2, encryption });
});

describe('in an encrypted document', () => {
	const { key, text: dictionary } = OPEN['R 4'];

	test('the key of a stream depends on its generation, too', async () => {
		// Algorithm 1 of ISO 32000-1, 7.6.2.
		const salted = Buffer.concat([Buffer.from(key, 'hex'), Buffer.from([3, 0, 0, 5, 0])]);
		const streamKey = createHash('md5').update(salted).update('sAlT').digest();
		const vector = Buffer.alloc(16, 7);
		const cipher = createCipheriv('aes-128-cbc', streamKey, vector);
		const data = Buffer.concat([vector, cipher.update('/Im Do'), cipher.final()]);
		const resources = '/Resources<</XObject<</Im 20 0 R>>>>';
		const writer = plain(1)
			.object(100, `<</Type/Page/Parent 2 0 R/Contents 3 0 R${resources}>>`)
			.stream(20, '/Type/XObject/Subtype/Image/Width 9/Height 9', '')
			.stream(3, '', data);
		const id = ID.toString('hex');
		writer.end(`/Root 1 0 R/ID[<${id}>]/Encrypt<<${dictionary}>>`);
		const bytes = writer.bytes().toString('latin1');
		const at = bytes.lastIndexOf('\n3 0 obj');
		const changed = `${bytes.slice(0, at)}\n3 5 obj${bytes.slice(at + 8)}`;
		expect(await inspectBytes(Buffer.from(changed, 'latin1'))).toMatchObject({
			encryption: 'openable',
			image_only_pages: 1,
		});
		expect(await inspectBytes(writer.bytes())).not.toMatchObject({ image_only_pages: 1 });
	});

	test.each([100, 4096])(
		'the strings of a trailer are known, however much follows: chunks of %d bytes',
		async (chunk) => {
			// Without escapes, the parser does not copy it.
			const id = `(${ID.toString('latin1')})`;
			const writer = plain().end(`/Root 1 0 R/ID[${id}${id}]/Encrypt<<${dictionary}>>`);
			const bytes = writer.raw(`% ${'x'.repeat(50_000)}\n`).bytes();
			expect(await inspectBytes(bytes, { chunk })).toMatchObject({
				pages: 2,
				encryption: 'openable',
			});
		},
	);
});

describe('limits', () => {
	const inspectWith = async (limits: Partial<ReaderLimits>, writer: PdfWriter) =>
		await inspectBytes(writer.bytes(), { limits: { ...READER_LIMITS, ...limits } });

	/** Longer than the limit of an object below. */
	const list = `[${'1 '.repeat(4500)}\n`;
	const endless = `9 0 obj ${list}`;

	test.each([
		['an object without its end', '9 0 obj 5\n'],
		['a cross-reference table that is none', 'xref 1 x\n'],
		['a table without a trailer', 'xref\n9 1\n0000000000 00000 f \nx\n'],
		['a stream with a wrong length', '9 0 obj<</Length 1>>stream\nabc\nendstream endobj\n'],
		['an object that is too long', endless],
		['a trailer that is too long', `trailer <</A ${list}`],
	])('%s is damage', async (_, part) => {
		const writer = plain().raw(part.repeat(3)).end();
		// A wrong length counts in the next pass no more, because its end is searched for.
		expect(await inspectWith({ objectBytes: 8192, damagedParts: 3 }, writer)).toMatchObject({
			pages: 2,
		});
		const { pages, unknown } = await inspectWith({ objectBytes: 8192, damagedParts: 2 }, writer);
		expect([pages, unknown.pages]).toEqual([null, 'too much of it is damaged']);
	});

	test('however many objects have no end, two kilobytes of the next one are read', async () => {
		const write = (length: number) =>
			plain(2, `/X(${'x'.repeat(length)})`, new PdfWriter().raw(endless.repeat(8))).end();
		expect(await inspectWith({ objectBytes: 8192 }, write(1900))).toMatchObject({ pages: 2 });
		expect(await inspectWith({ objectBytes: 8192 }, write(2100))).toMatchObject({ pages: null });
	});

	test("a cross-reference stream's dictionary counts as a trailer", async () => {
		const writer = plain(2, '/Lang 9 0 R').object(9, '(en)');
		const rows = [...writer.places].map(([number, offset]) => ({ number, offset }));
		writer.raw('9 0 obj (de) endobj\n');
		const start = writer.offset;
		const index = rows.map(({ number }) => `${number} 1`).join(' ');
		const dictionary = `/Type/XRef/W[0 2 0]/Index[${index}]/Root 1 0 R`;
		const data = Buffer.from(rows.flatMap(({ offset }) => [offset >> 8, offset & 255]));
		writer.stream(10, dictionary, data).raw(`startxref\n${start}\n%%EOF\n`);
		expect(await inspectWith({}, writer)).toMatchObject({ pages: 2, language: 'en' });
		const { length } = dictionary;
		expect(await inspectWith({ trailerBytes: length }, writer)).toMatchObject({
			pages: 2,
			language: 'de',
		});
	});

	test('a trailer beyond the limit is left out', async () => {
		const writer = plain(2, '/Lang 9 0 R').object(9, '(en)').raw('9 0 obj (de) endobj\n').end();
		expect(await inspectWith({ trailerBytes: 60 }, writer)).toMatchObject({ language: 'en' });
		expect(await inspectWith({ trailerBytes: 20 }, writer)).toMatchObject({ language: 'de' });
	});

	test("a stream's dictionary of sixteen kilobytes is no large object", async () => {
		const write = (length: number) =>
			plain()
				.stream(3, `/X(${'x'.repeat(length)})`, 'q Q')
				.end();
		const limits = { largeObjectBytes: 0 };
		expect(await inspectWith(limits, write(16_000))).toMatchObject({ image_only_pages: 0 });
		expect(await inspectWith(limits, write(16_500))).toMatchObject({ image_only_pages: null });
	});

	test('streams whose length is known take no memory', async () => {
		const writer = plain();
		for (let number = 200; number < 400; number += 1) writer.stream(number, '/Type/X', 'x');
		expect(await inspectWith({ parsedBytes: 100_000 }, writer.end())).toMatchObject({ pages: 2 });
	});

	test('the source is closed, whether it is read to its end or not', async () => {
		let closed = 0;
		const bytes = plain().raw(endless.repeat(3)).end().bytes();
		async function* read() {
			try {
				for (let at = 0; at < bytes.length; at += 1000) {
					yield await Promise.resolve(bytes.subarray(at, at + 1000));
				}
			} finally {
				closed += 1;
			}
		}
		const source = { open: () => Promise.resolve(read()), pause: () => Promise.resolve() };
		const limits = { ...READER_LIMITS, objectBytes: 8192, damagedParts: 2 };
		expect(await inspect(source, limits)).toMatchObject({ pages: null });
		expect(closed).toBe(1);
		expect(await inspect(source)).toMatchObject({ pages: 2 });
		expect(closed).toBe(2);
	});

	test('an error while the source is closed comes through', async () => {
		const bytes = plain().end().bytes();
		const iterator = (end: Partial<AsyncIterator<Buffer, undefined>>) => {
			const values = [bytes];
			const next = () => {
				const value = values.pop();
				return Promise.resolve(value ? { value } : { done: true as const, value });
			};
			const chunks = { [Symbol.asyncIterator]: () => ({ next, ...end }) };
			return { open: () => Promise.resolve(chunks), pause: () => Promise.resolve() };
		};
		expect(await inspect(iterator({}))).toMatchObject({ pages: 2 });
		const fail = () => Promise.reject(new Error('The disk is gone'));
		await expect(inspect(iterator({ return: fail }))).rejects.toThrow('The disk is gone');
	});
});
