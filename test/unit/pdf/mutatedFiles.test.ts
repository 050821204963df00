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
const FILES = 300;
/** Some 10 seconds. */
const MAX_WORK = 100_000_000;

async function originals(): Promise<Buffer[]> {
	return [
		pagesOf(new PdfWriter(), 9).end().bytes(),
		writeTwoRevisions().bytes(),
		writeRevision5().bytes(),
		await makePdfKitDocument({ tagged: true }),
		Buffer.from(await makePdfLibDocument(true)),
		Buffer.from(await makePdfLibDocument(true, { userPassword: '', ownerPassword: 'owner' })),
	];
}

test('damaged files throw nothing and take bounded work, stopped or not', async () => {
	const files = await originals();
	const ends = { read: 0, stopped: 0 };
	for (let seed = 1; seed <= FILES; seed += 1) {
		const random = new Random(seed);
		const original = files[seed % files.length] ?? Buffer.alloc(0);
		const bytes = mutate(original, random);
		const { total } = await measureWork(async () => {
			const { stopped } = await readOnce(bytes, random);
			ends[stopped ? 'stopped' : 'read'] += 1;
		});
		expect({ seed, isBounded: total < MAX_WORK }).toEqual({ seed, isBounded: true });
	}
	expect(ends.read).toBeGreaterThan(100);
	expect(ends.stopped).toBeGreaterThan(50);
});

test('a seed always makes the same file', () => {
	const original = writeTwoRevisions().bytes();
	const made = (seed: number) => mutate(original, new Random(seed));
	expect(made(7)).toEqual(made(7));
	expect(made(7)).not.toEqual(made(8));
});
