import { setImmediate } from 'node:timers/promises';
import { deflateSync } from 'node:zlib';

import { pagesOf, PdfWriter } from '../support/pdfWriter';
import { inspected } from './inspected';

/** Of the processor's time, twice what is promised: a busy machine takes more of it for the same work. */
const MOST_MS = 20_000;
/** The same of the time between two turns of others: n8n waits for it. */
const MOST_TURN_MS = 400;

/** Zeros, deflated so often: each time about a thousandth is left. */
function bomb(bytes: number, times: number): Buffer {
	let content = Buffer.alloc(bytes);
	for (let count = 0; count < times; count += 1) content = deflateSync(content);
	return content;
}

const twice = '/Filter[/FlateDecode/FlateDecode]';
const onePage = (contents: string) =>
	new PdfWriter()
		.object(1, '<</Type/Catalog/Pages 2 0 R>>')
		.object(2, '<</Type/Pages/Count 1/Kids[3 0 R]>>')
		.object(3, `<</Type/Page/Contents ${contents}>>`);

const documents: Array<[name: string, make: () => Buffer, pages: number | null]> = [
	[
		'content that swells a thousand times a thousand',
		() =>
			onePage('4 0 R')
				.stream(4, twice, bomb(64 * 1024 ** 2, 2))
				.end()
				.bytes(),
		1,
	],
	[
		'a thousand streams that swell',
		() => {
			const writer = onePage('4 0 R');
			const data = bomb(16 * 1024 ** 2, 1);
			for (let number = 4; number < 1004; number += 1) {
				writer.stream(number, '/Filter/FlateDecode', data);
			}
			return writer.end().bytes();
		},
		1,
	],
	[
		'an object stream that swells',
		() => {
			const data = bomb(64 * 1024 ** 2, 1);
			return onePage('null')
				.stream(4, '/Type/ObjStm/N 5/First 20/Filter/FlateDecode', data)
				.end()
				.bytes();
		},
		1,
	],
	[
		'a page tree in a circle',
		() =>
			new PdfWriter()
				.object(1, '<</Type/Catalog/Pages 2 0 R>>')
				.object(2, '<</Type/Pages/Count 1/Kids[3 0 R]>>')
				.object(3, '<</Type/Pages/Count 1/Kids[2 0 R]>>')
				.end()
				.bytes(),
		null,
	],
	[
		'references in a circle',
		() => onePage('4 0 R').object(4, '5 0 R').object(5, '4 0 R').end().bytes(),
		1,
	],
	[
		'300,000 kids in one node',
		() => {
			const kids = Array.from({ length: 300_000 }, (_, index) => `${10 + index} 0 R`);
			const writer = new PdfWriter().object(1, '<</Type/Catalog/Pages 2 0 R>>');
			writer.object(2, `<</Type/Pages/Count ${kids.length}/Kids[${kids.join(' ')}]>>`);
			const page = '<</Type/Page/Parent 2 0 R>>';
			for (let index = 0; index < kids.length; index += 1) writer.object(10 + index, page);
			return writer.end().bytes();
		},
		300_000,
	],
	[
		'a million objects',
		() => {
			const objects = Array.from(
				{ length: 1_000_000 },
				(_, index) => `${10 + index} 0 obj 1 endobj\n`,
			);
			return pagesOf(new PdfWriter(), 2).raw(objects.join('')).end().bytes();
		},
		2,
	],
	[
		'a million objects in a cross-reference stream',
		() => {
			const writer = pagesOf(new PdfWriter(), 2);
			const start = writer.offset;
			const dictionary = '/Type/XRef/W[0 1 0]/Index[1000 1000000]/Size 1001000/Filter/FlateDecode';
			writer.stream(9, dictionary, deflateSync(Buffer.alloc(1_000_000)));
			return writer.end(`/Root 1 0 R /XRefStm ${start}`).bytes();
		},
		2,
	],
	[
		'half a million objects in an object stream',
		() => {
			const heading = Array.from(
				{ length: 1_000_000 },
				(_, index) => `${10 + index} ${2 * index} `,
			);
			const data = Buffer.from(heading.join('') + '1 '.repeat(heading.length));
			const first = heading.join('').length;
			const dictionary = `/Type/ObjStm/N ${heading.length}/First ${first}/Filter/FlateDecode`;
			return pagesOf(new PdfWriter(), 2).stream(5, dictionary, deflateSync(data)).end().bytes();
		},
		2,
	],
	[
		'an array of half a million',
		() =>
			onePage('4 0 R')
				.object(4, `[${'5 0 R '.repeat(500_000)}]`)
				.stream(5, '', 'q Q')
				.end()
				.bytes(),
		1,
	],
	[
		'an array of a million, which is more than is kept',
		() =>
			onePage('4 0 R')
				.object(4, `[${'5 0 R '.repeat(1_000_000)}]`)
				.end()
				.bytes(),
		1,
	],
	[
		'arrays and resources that all pages share',
		() => {
			const kids = Array.from({ length: 50_000 }, (_, index) => `${10 + index} 0 R`);
			const names = Array.from({ length: 50_000 }, (_, index) => `/N${index} 5 0 R`).join('');
			const writer = new PdfWriter()
				.object(1, '<</Type/Catalog/Pages 2 0 R>>')
				.object(
					2,
					`<</Type/Pages/Count ${kids.length}/Kids[${kids.join(' ')}]/Resources<</Font<<${names}>>/ExtGState<<${names}>>>>>>`,
				)
				.object(3, `[${'5 0 R '.repeat(200_000)}]`)
				.stream(5, '', 'q Q');
			const page = '<</Type/Page/Parent 2 0 R/Contents 3 0 R/Annots 3 0 R>>';
			for (let index = 0; index < kids.length; index += 1) writer.object(10 + index, page);
			return writer.end().bytes();
		},
		50_000,
	],
	[
		'content of lines without a text',
		() => onePage('4 0 R').stream(4, '', '0 0 m 10.5 20 l S\n'.repeat(800_000)).end().bytes(),
		1,
	],
	[
		'content that is run-length encoded',
		() =>
			onePage('4 0 R')
				.stream(4, '/Filter/RunLengthDecode', Buffer.alloc(2_000_000, Buffer.from([0, 32])))
				.end()
				.bytes(),
		1,
	],
	[
		'a text of megabytes',
		() =>
			pagesOf(new PdfWriter(), 2, '/Lang 9 0 R')
				.object(9, `(${'\\n'.repeat(1_500_000)})`)
				.end()
				.bytes(),
		2,
	],
	[
		'metadata that begin a title, again and again',
		() =>
			pagesOf(new PdfWriter(), 2, '/Metadata 9 0 R')
				.stream(9, '/Type/Metadata', '<dc:title <rdf:li x="" <pdfuaid:part '.repeat(400_000))
				.end()
				.bytes(),
		2,
	],
	[
		'sizes that lie',
		() => {
			const huge = 999_999_999_999;
			const writer = pagesOf(new PdfWriter(), 2, `/Metadata 9 0 R /StructTreeRoot 8 0 R`);
			writer.stream(7, `/Type/ObjStm/N ${huge}/First 8`, '10 0 1 1 1 1');
			writer.stream(9, '/Type/Metadata/Filter/Fl/DecodeParms<</Predictor 12/Columns 9e9>>', 'x');
			writer.stream(10, `/Type/XRef/W[1 2 1]/Index[0 ${huge}]/Size ${huge}`, 'x');
			writer
				.object(8, `<</K[11 0 R]/ParentTreeNextKey ${huge}>>`)
				.stream(11, `/Length1 ${huge}`, '');
			return writer.raw(`xref\n0 ${huge}\ntrailer\n<</Size ${huge}>>\n`).end().bytes();
		},
		2,
	],
	[
		'a page tree that says it has more pages than there are',
		() =>
			pagesOf(new PdfWriter(), 2)
				.object(2, '<</Type/Pages/Count 999999999/Kids[100 0 R 101 0 R]>>')
				.end()
				.bytes(),
		null,
	],
	[
		'a stream that says it is longer than the file',
		() => pagesOf(new PdfWriter(), 2).stream(9, '/Length 999999999999', 'x').end().bytes(),
		2,
	],
	[
		'a hundred thousand strings without an end',
		() => {
			const objects = Array.from(
				{ length: 100_000 },
				(_, index) => `${10 + index} 0 obj (endobj\n`,
			);
			return pagesOf(new PdfWriter(), 2).raw(objects.join('')).end().bytes();
		},
		2,
	],
	[
		'a stream without an end',
		() =>
			pagesOf(new PdfWriter(), 2)
				.raw('10 0 obj <<>>\nstream\n')
				.raw(Buffer.alloc(8 * 1024 ** 2, 'x'))
				.bytes(),
		2,
	],
	[
		'brackets without an end',
		() =>
			pagesOf(new PdfWriter(), 2, `/X ${'['.repeat(100_000)}`)
				.end()
				.bytes(),
		null,
	],
];

/** Milliseconds of the processor's time. */
function cpuMs(): number {
	const { system, user } = process.cpuUsage();
	return (user + system) / 1000;
}

test.each(documents)('%s: bounded, and never a wrong number', async (_name, make, pages) => {
	const bytes = make();
	const turns: number[] = [];
	// What else the process does, such as compiling and collecting garbage, is not in each of three runs.
	for (let run = 0; run < 3 && (turns.at(-1) ?? Infinity) >= MOST_TURN_MS; run += 1) {
		const began = cpuMs();
		let longest = 0;
		let turn = began;
		const pause = async () => {
			longest = Math.max(longest, cpuMs() - turn);
			await setImmediate();
			turn = cpuMs();
		};
		const inspection = await inspected(bytes, { chunk: 64 * 1024, pause });
		await pause();
		expect(inspection.pages).toBe(pages);
		expect(cpuMs() - began).toBeLessThan(MOST_MS);
		turns.push(longest);
	}
	expect(Math.min(...turns)).toBeLessThan(MOST_TURN_MS);
});

test('what is beyond a bound is not known, and not none', async () => {
	const bytes = onePage('4 0 R')
		.stream(4, twice, bomb(64 * 1024 ** 2, 2))
		.end()
		.bytes();
	const { imageOnlyPages, text, unknown } = await inspected(bytes);
	expect([imageOnlyPages, text]).toEqual([null, null]);
	expect(unknown.text).toContain('cannot be read to its end');
});
