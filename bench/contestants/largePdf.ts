import { randomBytes } from 'node:crypto';
import { open } from 'node:fs/promises';

const IMAGE_BYTES = 1024 ** 2;

/**
 * Writes a PDF like a scanner's: each page is one image of a mebibyte.
 *
 * @returns the number of pages
 */
export async function writeLargePdf(path: string, bytes: number): Promise<number> {
	const pages = Math.floor(bytes / IMAGE_BYTES);
	const image = randomBytes(IMAGE_BYTES);
	const offsets: number[] = [];
	const file = await open(path, 'w');
	let at = 0;
	const write = async (part: string | Buffer) => {
		const buffer = Buffer.from(part as string, 'latin1');
		await file.write(buffer);
		at += buffer.length;
	};
	const object = async (...parts: Array<string | Buffer>) => {
		offsets.push(at);
		await write(`${offsets.length} 0 obj\n`);
		for (const part of parts) await write(part);
		await write('\nendobj\n');
	};
	try {
		await write('%PDF-1.7\n');
		await object('<</Type/Catalog/Pages 2 0 R>>');
		const kids = Array.from({ length: pages }, (_, n) => `${3 + 3 * n} 0 R`).join(' ');
		await object(`<</Type/Pages/Count ${pages}/Kids[${kids}]>>`);
		const content = 'q 595 0 0 842 0 0 cm /I Do Q';
		for (let n = 0; n < pages; n += 1) {
			const [own, contents, picture] = [3 + 3 * n, 4 + 3 * n, 5 + 3 * n];
			await object(
				`<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Contents ${contents} 0 R/Resources<</XObject<</I ${picture} 0 R>>>>>>`,
			);
			if (offsets.length !== own) throw new Error('The objects are out of order.');
			await object(`<</Length ${content.length}>>stream\n${content}\nendstream`);
			await object(
				`<</Type/XObject/Subtype/Image/Width 1024/Height 1024/ColorSpace/DeviceGray/BitsPerComponent 8/Filter/DCTDecode/Length ${IMAGE_BYTES}>>stream\n`,
				image,
				'\nendstream',
			);
		}
		const start = at;
		const entries = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`);
		await write(`xref\n0 ${offsets.length + 1}\n0000000000 65535 f \n${entries.join('')}`);
		await write(`trailer<</Size ${offsets.length + 1}/Root 1 0 R>>\nstartxref\n${start}\n%%EOF\n`);
	} finally {
		await file.close();
	}
	return pages;
}
