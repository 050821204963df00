import type { Chunks } from './chunks';

/** What a PDF looks like at its start and at its end. */

/** Bytes at the start of a file that may hold its header (PDF 1.7, Annex H.3). */
export const PDF_HEADER_BYTES = 1024;

/**
 * Whether a file that starts with these bytes (at least {@link PDF_HEADER_BYTES}, or all) is a PDF, and no archive or
 * envelope with a PDF in it.
 */
export function startsLikePdf(start: Uint8Array): boolean {
	const header = start.subarray(0, PDF_HEADER_BYTES);
	return hasPdfHeader(header) && findContainer(header) === undefined;
}

/**
 * A header begins a line, or ends it. Between other words of its line, it is a text about PDFs, or a PDF as JSON. Before
 * it, a file may have commands for a printer, or the output of a program.
 */
const HEADER = /(?:^|[^ -~]) *%PDF-|%PDF-\d\.\d *[\r\n]/;

/** Whether the header of a PDF is anywhere in these bytes. */
export function hasPdfHeader(bytes: Uint8Array): boolean {
	return HEADER.test(Buffer.from(bytes).toString('latin1'));
}

/** Marks near the start of files that may have a whole PDF in them, and the range of bytes in which each mark is. */
const CONTAINERS = [
	{ name: 'an archive', mark: Buffer.from('PK\x03\x04'), from: 0, to: 4 },
	{ name: 'an archive', mark: Buffer.from('ustar'), from: 257, to: 262 },
	{ name: 'an archive', mark: Buffer.from('Rar!\x1a\x07'), from: 0, to: 6 },
	{ name: 'an archive', mark: Buffer.from('377abcaf271c', 'hex'), from: 0, to: 6 },
	{ name: 'an archive', mark: Buffer.from('1f8b', 'hex'), from: 0, to: 2 },
	// The compound file of older Office programs and of Outlook (`.doc`, `.msg`).
	{
		name: 'an Office or Outlook file',
		mark: Buffer.from('d0cf11e0a1b11ae1', 'hex'),
		from: 0,
		to: 8,
	},
	// The mail format that Outlook sends as `winmail.dat` (TNEF).
	{ name: 'an Outlook mail', mark: Buffer.from('789f3e22', 'hex'), from: 0, to: 4 },
	// A CMS message of the type signed data (RFC 5652, 5.1), such as a `.p7m` file.
	{
		name: 'a signed envelope',
		mark: Buffer.from('06092a864886f70d010702', 'hex'),
		from: 0,
		to: 32,
	},
	// Time-stamped data (RFC 5544, 2), such as a `.tsd` file.
	{
		name: 'a signed envelope',
		mark: Buffer.from('060b2a864886f70d010910011f', 'hex'),
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
