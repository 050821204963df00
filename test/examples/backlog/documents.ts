import { makeDocument } from '../../host/harness/documents';

/** `count` small PDFs of 1 to 3 pages with different bytes. */
export async function documents(count: number): Promise<Buffer[]> {
	const bases = await Promise.all(
		[1, 2, 3].map(async (pages) => await makeDocument('Page', pages)),
	);
	return Array.from({ length: count }, (_, n) => {
		// Readers ignore bytes after the end of a PDF, but the files differ.
		return Buffer.concat([bases[n % bases.length] as Buffer, Buffer.from(`\n%${n}\n`)]);
	});
}
