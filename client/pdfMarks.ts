import type { Chunks } from './chunks';

/** What a PDF looks like at its start and at its end. */

/** Bytes at the start of a file that may hold its header (PDF 1.7, Annex H.3). */
export const PDF_HEADER_BYTES = 1024;

/**
 * Whether a file that starts with these bytes (at least {@link PDF_HEADER_BYTES}, or all) is a PDF, and no archive or
 * envelope with a PDF in it.
 */
export function startsLikePdf(start: Uint8Array): boolean {
	const header = Buffer.from(start.subarray(0, PDF_HEADER_BYTES));
	return header.includes('%PDF-') && findContainer(header) === undefined;
}

/** Marks near the start of files that may have a whole PDF in them, and the range of bytes in which each mark is. */
const CONTAINERS = [
	{ name: 'an archive', mark: Buffer.from('PK\x03\x04'), from: 0, to: 4 },
	{ name: 'an archive', mark: Buffer.from('ustar'), from: 257, to: 262 },
	// A CMS message of the type signed data (RFC 5652, 5.1), such as a `.p7m` file.
	{
		name: 'a signed envelope',
		mark: Buffer.from('06092a864886f70d010702', 'hex'),
		from: 0,
		to: 32,
	},
];

/** What kind of file starts with these bytes, if it is one that may have a PDF in it; otherwise undefined. */
export function findContainer(start: Uint8Array): string | undefined {
	const bytes = Buffer.from(start.subarray(0, PDF_HEADER_BYTES));
	return CONTAINERS.find(({ from, mark, to }) => bytes.subarray(from, to).includes(mark))?.name;
}

/**
 * Bytes at the end of a file in which its last end-of-file mark may be: servers and mail programs append data to files.
 */
export const PDF_END_BYTES = 16 * 1024;

/**
 * Whether a file that ends with these bytes (at least {@link PDF_END_BYTES}, or all) is a complete PDF: no
 * object begins after the last end-of-file mark. A truncated file with several marks, such as an updated or
 * linearized one, has such an object.
 */
export function endsLikePdf(end: Uint8Array): boolean {
	const text = Buffer.from(end.subarray(-PDF_END_BYTES)).toString('latin1');
	const mark = text.lastIndexOf('%%EOF');
	return mark >= 0 && !/\d \d+ obj\b/.test(text.slice(mark));
}

/** Reads at least {@link PDF_HEADER_BYTES} bytes, if there are as many. The rest stays in `chunks`. */
export async function readStart(chunks: Chunks): Promise<Buffer> {
	let start = Buffer.alloc(0);
	while (start.length < PDF_HEADER_BYTES) {
		const next = await chunks.next();
		if (next.done === true) break;
		start = Buffer.concat([start, next.value]);
	}
	return start;
}
