import fc from 'fast-check';

import { pagesOf, PdfWriter } from '../support/pdfWriter';
import { pdfkitDocument, pdfLibDocument, twoRevisions } from './fixtures';
import { inspected } from './inspected';
import { mutated, mutations } from './mutations';

const PASSWORDS = { userPassword: '', ownerPassword: 'owner' };

/** Maximum processor time per file in milliseconds; each file has only some kilobytes. */
const LONGEST = 10_000;
/** Megabytes by which the memory of the process may grow at its highest. */
const MOST_MEMORY = 256;

/**
 * Checks every damaged file: nothing is thrown, and every null has a reason. The number of pages and the
 * encryption answers are those of the whole file or unknown. Time and memory stay in proportion to the
 * file's size.
 */
export function testMutations(runs: number): void {
	test(
		`${runs} mutated files`,
		async () => {
			const highest = process.resourceUsage().maxRSS;
			const property = fc.asyncProperty(
				fc.constantFrom(...(await documents())),
				mutations,
				async ({ bytes, encrypted, pages }, changes) => {
					const before = process.cpuUsage();
					const inspection = await inspected(mutated(bytes, changes));
					const { system, user } = process.cpuUsage(before);
					expect((system + user) / 1_000).toBeLessThan(LONGEST);
					expect([pages, null]).toContain(inspection.pages);
					expect([encrypted, null]).toContain(inspection.encrypted);
					const nulls = Object.entries(inspection).filter(([, value]) => value === null);
					expect(nulls.filter(([field]) => !(field in inspection.unknown))).toEqual([]);
				},
			);
			await fc.assert(property, { numRuns: runs });
			expect((process.resourceUsage().maxRSS - highest) / 1_024).toBeLessThan(MOST_MEMORY);
		},
		runs * 1000,
	);
}

interface Original {
	bytes: Uint8Array;
	pages: number;
	encrypted: boolean;
}

async function documents(): Promise<Original[]> {
	const plain = { encrypted: false };
	const encrypted = { encrypted: true, pages: 2 };
	return [
		{ ...plain, pages: 2, bytes: pagesOf(new PdfWriter(), 2).end().bytes() },
		{ ...plain, pages: 9, bytes: pagesOf(new PdfWriter(), 9).end().bytes() },
		{ ...plain, pages: 3, bytes: twoRevisions().bytes() },
		{ ...plain, pages: 2, bytes: await pdfkitDocument({ tagged: true }) },
		{ ...plain, pages: 2, bytes: await pdfLibDocument(false) },
		{ ...plain, pages: 2, bytes: await pdfLibDocument(true) },
		{ ...encrypted, bytes: await pdfkitDocument({ ownerPassword: 'owner' }) },
		{
			...encrypted,
			bytes: await pdfkitDocument({ pdfVersion: '1.7ext3', userPassword: 'secret' }),
		},
		{ ...encrypted, bytes: await pdfLibDocument(true, PASSWORDS) },
	];
}
