import fc from 'fast-check';

import { pagesOf, PdfWriter } from '../support/pdfWriter';
import { makePdfKitDocument, makePdfLibDocument, writeTwoRevisions } from './fixtures';
import { inspectBytes } from './inspectBytes';
import { mutate, mutations } from './mutations';

/** `npm run test:mutated` reads more files, and more damaged ones. */
const RUNS = 300;
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
test(
	'damage never leads to a wrong number of pages or to a wrong encryption',
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
				// A damaged key may need a password.
				const allowed = encrypted === 'none' ? ['none'] : ['openable', 'passwordNeeded'];
				expect([...allowed, null]).toContain(inspection.encrypted);
				const nulls = Object.entries(inspection).filter(([, value]) => value === null);
				expect(nulls.filter(([field]) => !(field in inspection.unknown))).toEqual([]);
			},
		);
		await fc.assert(property, { numRuns: RUNS });
		expect((process.resourceUsage().maxRSS - highest) / 1_024).toBeLessThan(MAX_MEMORY_MB);
	},
	RUNS * 1000,
);

interface Original {
	bytes: Uint8Array;
	pages: number;
	encrypted: string;
}

async function makeDocuments(): Promise<Original[]> {
	const plain = { encrypted: 'none' };
	const encrypted = { pages: 2 };
	const opens = { ...encrypted, encrypted: 'openable' };
	return [
		{ ...plain, pages: 2, bytes: pagesOf(new PdfWriter(), 2).end().bytes() },
		{ ...plain, pages: 9, bytes: pagesOf(new PdfWriter(), 9).end().bytes() },
		{ ...plain, pages: 3, bytes: writeTwoRevisions().bytes() },
		{ ...plain, pages: 2, bytes: await makePdfKitDocument({ tagged: true }) },
		{ ...plain, pages: 2, bytes: await makePdfLibDocument(false) },
		{ ...plain, pages: 2, bytes: await makePdfLibDocument(true) },
		{ ...opens, bytes: await makePdfKitDocument({ ownerPassword: 'owner' }) },
		{
			...encrypted,
			encrypted: 'passwordNeeded',
			bytes: await makePdfKitDocument({ pdfVersion: '1.7ext3', userPassword: 'secret' }),
		},
		{ ...opens, bytes: await makePdfLibDocument(true, PASSWORDS) },
	];
}
