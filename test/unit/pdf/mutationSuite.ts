import fc from 'fast-check';

import { pagesOf, PdfWriter } from '../support/pdfWriter';
import { pdfkitDocument, pdfLibDocument, twoRevisions } from './fixtures';
import { inspected } from './inspected';
import { mutated, mutations } from './mutations';

const PASSWORDS = { userPassword: '', ownerPassword: 'owner' };

/** Processor time that one file may take, in milliseconds; none of them is larger than some kilobytes. */
const LONGEST = 10_000;
/** Megabytes by which the memory of the process may grow at its highest. */
const MOST_MEMORY = 256;

/**
 * However a file is damaged: nothing is thrown, the number of pages and what is said of its
 * encryption are those of the whole file or not known, every null has a reason, and neither the time
 * nor the memory is more than a file of that size is worth.
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
