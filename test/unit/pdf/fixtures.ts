import { PDFDocument as PdfLib } from '@cantoo/pdf-lib';
import { createCipheriv } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Answers } from '../../../pdf/answers/recommendation';
import { pagesOf, PdfWriter } from '../support/pdfWriter';
import { ID, OPEN } from './dictionaries';

/** PDF versions that select pdfkit's encryption: RC4 with 40 and 128 bits, AES with 128 and 256. */
export const ENCRYPTED_VERSIONS = ['1.3', '1.4', '1.6', '1.7ext3'] as const;

type SecurityOptions = Parameters<PdfLib['encrypt']>[0];

/** Expected answers for two pages of text without other features. */
export const PLAIN = {
	pages: 2,
	tagged: false,
	image_only_pages: 0,
	encryption: 'none',
	signed: false,
	form: 'none',
	title: '',
	language: '',
} as const satisfies Answers;

/** How pdfkit has written one of the files in pdfkit/. */
interface PdfKitOptions {
	pdfVersion?: (typeof ENCRYPTED_VERSIONS)[number];
	tagged?: true;
	ownerPassword?: 'owner';
	userPassword?: 'secret';
}

/** A document of two pages with a text on each, in German, as pdfkit 0.20.2 has written it. */
export async function makePdfKitDocument(options: PdfKitOptions): Promise<Buffer> {
	const { tagged, ownerPassword, userPassword, pdfVersion } = options;
	const name = [tagged && 'tagged', ownerPassword, userPassword && 'user', pdfVersion];
	return await readFile(join(__dirname, 'pdfkit', `${name.filter(Boolean).join('-')}.pdf`));
}

/** Two pages, with object streams or without. */
export async function makePdfLibDocument(
	useObjectStreams: boolean,
	security?: SecurityOptions,
): Promise<Uint8Array> {
	const document = await PdfLib.create();
	for (const text of ['The first page', 'The second page']) document.addPage().drawText(text);
	document.setTitle('Title');
	if (security) document.encrypt({ allowWeakCryptography: true, ...security });
	return await document.save({ useObjectStreams });
}

/** Two revisions: the second has one more page, and is longer than the part that tests cut off. */
export function writeTwoRevisions(): PdfWriter {
	const writer = pagesOf(new PdfWriter(), 2).end().stream(10, '', 'x'.repeat(2500));
	return pagesOf(writer, 3).end();
}

/**
 * One page with a text, encrypted by revision 5 and packed into an object stream.
 *
 * @param writer contains the part before the page
 */
export function writeRevision5(writer = new PdfWriter()): PdfWriter {
	const { key, text } = OPEN['R 5'];
	const encrypted = (content: string) => {
		const vector = Buffer.alloc(16, 7);
		const cipher = createCipheriv('aes-256-cbc', Buffer.from(key, 'hex'), vector);
		return Buffer.concat([vector, cipher.update(content), cipher.final()]);
	};
	const objects = ['<</Type/Catalog/Pages 2 0 R/Lang(de)>>', '<</Type/Pages/Count 1/Kids[3 0 R]>>'];
	objects.push('<</Type/Page/Parent 2 0 R/Contents 4 0 R>>');
	let heading = '';
	objects.forEach((_, index) => {
		heading += `${index + 1} ${objects.slice(0, index).join('').length} `;
	});
	const packed = `/Type/ObjStm/N 3/First ${heading.length}`;
	writer.stream(5, packed, encrypted(heading + objects.join('')));
	writer.stream(4, '', encrypted('BT (A page with text) Tj ET'));
	const offsets = [...writer.places].map(([number, offset]) => [number, 1, offset, 0]);
	const rows = [[1, 2, 5, 0], [2, 2, 5, 1], [3, 2, 5, 2], ...offsets];
	const start = writer.offset;
	const index = `/Index[${rows.map(([number]) => `${number} 1`).join(' ')}]`;
	const data = rows.flatMap(([, kind = 0, a = 0, b = 0]) => [kind, a >> 8, a & 255, b]);
	const trailer = `/Type/XRef/W[1 2 1]/Size 7${index}/Root 1 0 R/ID[<${ID.toString('hex')}><>]`;
	writer.stream(6, `${trailer}/Encrypt<<${text}>>`, Buffer.from(data));
	return writer.raw(`startxref\n${start}\n%%EOF\n`);
}
