import fc from 'fast-check';

import { pagesOf, PdfWriter } from '../support/pdfWriter';
import { makePdfKitDocument, makePdfLibDocument, writeTwoRevisions } from './fixtures';
import { inspectBytes } from './inspectBytes';
import { mutate, mutations } from './mutations';

const PASSWORDS = { userPassword: '', ownerPassword: 'owner' };

/** Maximum processor time per file in milliseconds; each file has only some kilobytes. */
const MAX_CPU_MS = 10_000;
/** Maximum growth of the process's memory, in megabytes. */
const MAX_MEMORY_MB = 256;

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
				fc.constantFrom(...(await makeDocuments())),
				mutations,
				async ({ bytes, encrypted, pages }, changes) => {
					const before = process.cpuUsage();
					const inspection = await inspectBytes(mutate(bytes, changes));
					const { system, user } = process.cpuUsage(before);
					expect((system + user) / 1_000).toBeLessThan(MAX_CPU_MS);
					expect([pages, null]).toContain(inspection.pages);
					expect([encrypted, null]).toContain(inspection.encrypted);
					const nulls = Object.entries(inspection).filter(([, value]) => value === null);
					expect(nulls.filter(([field]) => !(field in inspection.unknown))).toEqual([]);
				},
			);
			await fc.assert(property, { numRuns: runs });
			expect((process.resourceUsage().maxRSS - highest) / 1_024).toBeLessThan(MAX_MEMORY_MB);
		},
		runs * 1000,
	);
}

interface Original {
	bytes: Uint8Array;
	pages: number;
	encrypted: boolean;
}

async function makeDocuments(): Promise<Original[]> {
	const plain = { encrypted: false };
	const encrypted = { encrypted: true, pages: 2 };
	return [
		{ ...plain, pages: 2, bytes: pagesOf(new PdfWriter(), 2).end().bytes() },
		{ ...plain, pages: 9, bytes: pagesOf(new PdfWriter(), 9).end().bytes() },
		{ ...plain, pages: 3, bytes: writeTwoRevisions().bytes() },
		{ ...plain, pages: 2, bytes: await makePdfKitDocument({ tagged: true }) },
		{ ...plain, pages: 2, bytes: await makePdfLibDocument(false) },
		{ ...plain, pages: 2, bytes: await makePdfLibDocument(true) },
		{ ...encrypted, bytes: await makePdfKitDocument({ ownerPassword: 'owner' }) },
		{
			...encrypted,
			bytes: await makePdfKitDocument({ pdfVersion: '1.7ext3', userPassword: 'secret' }),
		},
		{ ...encrypted, bytes: await makePdfLibDocument(true, PASSWORDS) },
	];
}
