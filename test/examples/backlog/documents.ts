import { makeDocument } from '../../host/harness/documents';

/** So many small PDFs of 1 to 3 pages, no two of them alike. */
export async function documents(count: number): Promise<Buffer[]> {
	const bases = await Promise.all(
		[1, 2, 3].map(async (pages) => await makeDocument('Page', pages)),
	);
	return Array.from({ length: count }, (_, n) => {
		// What follows the end of a PDF is no part of it, but of the file.
		return Buffer.concat([bases[n % bases.length] as Buffer, Buffer.from(`\n%${n}\n`)]);
	});
}
