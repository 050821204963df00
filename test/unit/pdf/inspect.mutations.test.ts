import { mutate } from '../../pdf/mutated/mutate';
import { Random } from '../../pdf/mutated/random';
import { pagesOf, PdfWriter } from '../support/pdfWriter';
import { makePdfKitDocument, makePdfLibDocument, writeTwoRevisions } from './fixtures';
import { inspectBytes } from './inspectBytes';

/** `npm run test:mutated` reads more files, without knowing the right answers. */
const FILES = 300;
const PASSWORDS = { userPassword: '', ownerPassword: 'owner' };

interface Original {
	bytes: Uint8Array;
	pages: number;
	/** What damage may make of it besides null: a damaged key may need a password. */
	encryption: string[];
}

async function makeOriginals(): Promise<Original[]> {
	const encryption = ['openable', 'password_needed'];
	const plain = { pages: 2, encryption: ['none'] };
	const secret = await makePdfKitDocument({ pdfVersion: '1.7ext3', userPassword: 'secret' });
	return [
		{ ...plain, bytes: pagesOf(new PdfWriter(), 2).end().bytes() },
		{ ...plain, pages: 9, bytes: pagesOf(new PdfWriter(), 9).end().bytes() },
		{ ...plain, pages: 3, bytes: writeTwoRevisions().bytes() },
		{ ...plain, bytes: await makePdfKitDocument({ tagged: true }) },
		{ ...plain, bytes: await makePdfLibDocument(false) },
		{ ...plain, bytes: await makePdfLibDocument(true) },
		{ pages: 2, encryption, bytes: await makePdfKitDocument({ ownerPassword: 'owner' }) },
		{ pages: 2, encryption, bytes: secret },
		{ pages: 2, encryption, bytes: await makePdfLibDocument(true, PASSWORDS) },
	];
}

test(
	'damage never leads to a wrong number of pages, to a wrong encryption, or to a null without a reason',
	async () => {
		const originals = await makeOriginals();
		for (let seed = 1; seed <= FILES; seed += 1) {
			const random = new Random(seed);
			const { bytes, encryption, pages } = originals[seed % originals.length] as Original;
			const inspection = await inspectBytes(mutate(Buffer.from(bytes), random));
			const nulls = Object.entries(inspection).filter(([, value]) => value === null);
			const unexplained = nulls.filter(([field]) => !(field in inspection.unknown));
			const { encryption: said } = inspection;
			expect({
				seed,
				pages: [pages, null].includes(inspection.pages),
				encryption: said === null || encryption.includes(said),
				unexplained,
			}).toEqual({ seed, pages: true, encryption: true, unexplained: [] });
		}
	},
	FILES * 1000,
);
