import { deflateSync } from 'node:zlib';

import { pagesOf, PdfWriter } from '../support/pdfWriter';
import { inspected } from './inspected';

/** Of the processor's time, twice what is promised: a busy machine takes more of it for the same work. */
const MOST_MS = 20_000;

jest.setTimeout(120_000);

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

test.each(documents)('%s: bounded, and never a wrong number', async (_name, make, pages) => {
	const bytes = make();
	const before = process.cpuUsage();
	const inspection = await inspected(bytes, { chunk: 64 * 1024 });
	const { system, user } = process.cpuUsage(before);
	expect(inspection.pages).toBe(pages);
	expect((user + system) / 1000).toBeLessThan(MOST_MS);
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
