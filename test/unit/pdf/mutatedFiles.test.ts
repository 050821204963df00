import { mutate, Random, readOnce } from '../../pdf/mutated';
import { pagesOf, PdfWriter } from '../support/pdfWriter';
import {
	makePdfKitDocument,
	makePdfLibDocument,
	writeRevision5,
	writeTwoRevisions,
} from './fixtures';
import { measureWork } from './workMeter';

// `npm run test:mutated` reads 20,000.
const FILES_PER_ORIGINAL = 50;
/** Some 10 seconds. */
const MAX_WORK = 100_000_000;
const PASSWORDS = { userPassword: '', ownerPassword: 'owner' };

const ORIGINALS: Array<[name: string, make: () => Promise<Uint8Array> | Buffer]> = [
	['document of nine pages', () => pagesOf(new PdfWriter(), 9).end().bytes()],
	['document with two revisions', () => writeTwoRevisions().bytes()],
	['document with encryption revision 5', () => writeRevision5().bytes()],
	['tagged document of PDFKit', async () => await makePdfKitDocument({ tagged: true })],
	['document of pdf-lib', async () => await makePdfLibDocument(true)],
	['encrypted document of pdf-lib', async () => await makePdfLibDocument(true, PASSWORDS)],
];

test.each(ORIGINALS)('a damaged %s throws nothing and takes bounded work', async (name, make) => {
	const original = Buffer.from(await make());
	const ends = { read: 0, stopped: 0 };
	const first = ORIGINALS.findIndex(([each]) => each === name) * FILES_PER_ORIGINAL;
	for (let seed = first + 1; seed <= first + FILES_PER_ORIGINAL; seed += 1) {
		const random = new Random(seed);
		const bytes = mutate(original, random);
		const { total } = await measureWork(async () => {
			const { stopped } = await readOnce(bytes, random);
			ends[stopped ? 'stopped' : 'read'] += 1;
		});
		expect({ seed, isBounded: total < MAX_WORK }).toEqual({ seed, isBounded: true });
	}
	expect(ends.read).toBeGreaterThan(10);
	expect(ends.stopped).toBeGreaterThan(5);
});

test('a seed always makes the same file', () => {
	const original = writeTwoRevisions().bytes();
	const made = (seed: number) => mutate(original, new Random(seed));
	expect(made(7)).toEqual(made(7));
	expect(made(7)).not.toEqual(made(8));
});
