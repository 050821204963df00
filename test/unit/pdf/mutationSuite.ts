import fc from 'fast-check';

import { pagesOf, PdfWriter } from '../support/pdfWriter';
import { pdfkitDocument, pdfLibDocument, twoRevisions } from './fixtures';
import { inspected } from './inspected';
import { mutated, mutations } from './mutations';

const PASSWORDS = { userPassword: '', ownerPassword: 'owner' };

/**
 * However a file is damaged: nothing is thrown, the number of pages and what is said of its
 * encryption are those of the whole file or not known, and every null has a reason.
 */
export function testMutations(runs: number): void {
	test(
		`${runs} mutated files`,
		async () => {
			const originals = await Promise.all(
				(await documents()).map(async (bytes) => ({ bytes, whole: await inspected(bytes) })),
			);
			const property = fc.asyncProperty(
				fc.constantFrom(...originals),
				mutations,
				async ({ bytes, whole }, changes) => {
					const inspection = await inspected(mutated(bytes, changes));
					expect([whole.pages, null]).toContain(inspection.pages);
					expect([whole.encrypted, null]).toContain(inspection.encrypted);
					for (const [field, value] of Object.entries(inspection)) {
						if (value === null) expect(inspection.unknown).toHaveProperty(field);
					}
				},
			);
			await fc.assert(property, { numRuns: runs });
		},
		runs * 1000,
	);
}

async function documents(): Promise<Uint8Array[]> {
	return [
		pagesOf(new PdfWriter(), 2).end().bytes(),
		pagesOf(new PdfWriter(), 9).end().bytes(),
		twoRevisions().bytes(),
		await pdfkitDocument({ tagged: true }),
		await pdfkitDocument({ ownerPassword: 'owner' }),
		await pdfkitDocument({ pdfVersion: '1.7ext3', userPassword: 'secret' }),
		await pdfLibDocument(false),
		await pdfLibDocument(true),
		await pdfLibDocument(true, PASSWORDS),
	];
}
