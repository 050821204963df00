import { deflateSync } from 'node:zlib';

import { pagesOf, PdfWriter } from '../../support/pdfWriter';
import { makeBomb, writeOnePage, type HostileFile } from './onePage';

const TWICE = '/Filter[/FlateDecode/FlateDecode]';

/** Streams that decompress to a large size, or have little content at great length. */
export const HOSTILE_STREAMS: HostileFile[] = [
	[
		'content that swells a thousand times a thousand',
		() =>
			writeOnePage('4 0 R')
				.stream(4, TWICE, makeBomb(64 * 1024 ** 2, 2))
				.end()
				.bytes(),
		1,
	],
	[
		'a thousand streams that swell',
		() => {
			const writer = writeOnePage('4 0 R');
			const data = makeBomb(16 * 1024 ** 2, 1);
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
			const data = makeBomb(64 * 1024 ** 2, 1);
			return writeOnePage('null')
				.stream(4, '/Type/ObjStm/N 5/First 20/Filter/FlateDecode', data)
				.end()
				.bytes();
		},
		1,
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
		'content of lines without a text',
		() => writeOnePage('4 0 R').stream(4, '', '0 0 m 10.5 20 l S\n'.repeat(800_000)).end().bytes(),
		1,
	],
	[
		'content that is run-length encoded',
		() =>
			writeOnePage('4 0 R')
				.stream(4, '/Filter/RunLengthDecode', Buffer.alloc(2_000_000, Buffer.from([0, 32])))
				.end()
				.bytes(),
		1,
	],
	[
		'metadata that begin a title, again and again',
		() =>
			pagesOf(new PdfWriter(), 2, '/Metadata 9 0 R')
				.stream(9, '/Type/Metadata', '<dc:title <rdf:li x="" <pdfuaid:part '.repeat(50_000))
				.end()
				.bytes(),
		2,
	],
	[
		'a stream that says it is longer than the file',
		() => pagesOf(new PdfWriter(), 2).stream(9, '/Length 999999999999', 'x').end().bytes(),
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
];
