import { Readable } from 'node:stream';

import {
	AlreadyTagged,
	Preparation,
} from '../../../../../nodes/TagPdf/resources/document/preparation';
import { prepareReport } from '../../../../../nodes/TagPdf/report/report';
import { getSource } from '../../../../../nodes/TagPdf/parameters/source';
import { itemWithPages, itemWithPdf, onDocument } from '../../../support/documents';
import { errorOf } from '../../../support/errorOf';
import { FakeExecution } from '../../../support/fakeExecution';
import { itemOf } from '../../../support/itemOf';
import { pagesOf, PdfWriter, tagsOf } from '../../../support/pdfWriter';

const TAGS = tagsOf(3);
const plain = pagesOf(new PdfWriter(), 3).end().bytes();
const tagged = pagesOf(new PdfWriter(), 3, TAGS).end().bytes();
/** Claims to be tagged, but has no page with text. */
const scan = new PdfWriter()
	.object(1, `<</Type/Catalog/Pages 2 0 R ${TAGS}>>`)
	.object(2, '<</Type/Pages/Count 1/Kids[3 0 R]/MediaBox[0 0 600 800]>>')
	.object(3, '<</Type/Page/Parent 2 0 R/Contents 4 0 R/Resources<</XObject<</I 5 0 R>>>>>>')
	.stream(4, '', 'q 600 0 0 800 0 0 cm /I Do Q')
	.stream(
		5,
		'/Type/XObject/Subtype/Image/Width 1/Height 1/BitsPerComponent 8/ColorSpace/DeviceGray',
		'x',
	)
	.end()
	.bytes();
const unreadable = Buffer.from('%PDF-1.7 nothing\n%%EOF');

/** A document of the binary store, whose readings can be counted. */
async function prepare(content: Buffer, options: object = {}, ocr: unknown = 'off') {
	const fake = new FakeExecution({
		items: [{ json: {}, binary: { data: { id: 'f', data: '', mimeType: 'application/pdf' } } }],
		stored: { f: content },
		parameters: [{ ...onDocument('tag', options), ocr }],
	});
	const item = await itemOf(fake);
	return { fake, preparation: new Preparation(item, getSource(item)) };
}

const opened = async (...given: Parameters<typeof prepare>) =>
	await (await prepare(...given)).preparation.open();

/** Maximum number of bytes that are read from the store to get the first bytes of a document. */
const FIRST_LOOK = 1_500;

test('a limit does not read a document again that a report has read', async () => {
	const large = Buffer.concat([tagged, Buffer.alloc(5 * FIRST_LOOK, '%')]);
	const { fake, preparation } = await prepare(large, {
		compareWithOriginal: 'warn',
		maximumCredits: 9,
	});
	const item = await itemOf(fake);
	await prepareReport(item, 'data', getSource(item));
	const before = fake.read;
	expect(before).toBeGreaterThanOrEqual(large.length);
	expect(await new Preparation(item, getSource(item)).open()).toMatchObject({ pages: 3 });
	expect(fake.read - before).toBeLessThanOrEqual(FIRST_LOOK);
	// Another item reads its own document.
	await preparation.open();
	expect(fake.read - before).toBeGreaterThan(large.length);
});

describe('without any option', () => {
	it.each([
		['tagged', tagged],
		['unreadable', unreadable],
	])('reads only the first bytes of a document, even if %s', async (_what, content) => {
		const { fake, preparation } = await prepare(content);
		expect(await preparation.open()).not.toHaveProperty('options');
		expect(fake.read).toBeLessThanOrEqual(FIRST_LOOK);
	});

	it('reads only the first bytes with OCR On', async () => {
		const { fake, preparation } = await prepare(plain, { embedFonts: true }, 'on');
		expect(preparation.options).toEqual({ ocr: true, embed_fonts: true });
		expect(await preparation.open()).not.toHaveProperty('pages');
		expect(fake.read).toBeLessThanOrEqual(FIRST_LOOK);
	});
});

test.each([
	[{ alreadyTagged: 'skip' }, 'off'],
	[{ alreadyTagged: 'fail' }, 'off'],
	[{}, 'whenScanned'],
	[{ maximumCredits: 9 }, 'off'],
	[{ minimumCredits: 9 }, 'off'],
	[{ alreadyTagged: 'skip', maximumCredits: 9 }, 'whenScanned'],
])('reads the document once with %j and OCR %s', async (options, ocr) => {
	const { fake, preparation } = await prepare(plain, options, ocr);
	const document = await preparation.open();
	expect(document).toMatchObject({ size: plain.length, pages: 3 });
	expect(document).not.toHaveProperty('binary');
	expect(fake.read).toBeGreaterThanOrEqual(plain.length);
	expect(fake.read).toBeLessThanOrEqual(plain.length + FIRST_LOOK);
});

describe('a document that is tagged', () => {
	it.each(['skip', 'fail'])('is not submitted with %s', async (alreadyTagged) => {
		const { preparation } = await prepare(tagged, { alreadyTagged });
		const error = await preparation.open().catch((thrown: unknown) => thrown);
		expect(error).toBeInstanceOf(AlreadyTagged);
		expect(error).toMatchObject({
			code: 'ALREADY_TAGGED',
			reason: 'It is tagged, and its pages show text',
			pages: 3,
			file: { id: 'f' },
		});
	});

	it('is submitted if another option needs its pages', async () => {
		expect(await opened(tagged, { maximumCredits: 1 })).toMatchObject({ pages: 3 });
	});
});

test.each([
	['is not tagged', plain],
	['merely claims to be', scan],
	['is not known to be', unreadable],
])('a document that %s is submitted', async (_what, content) => {
	for (const alreadyTagged of ['skip', 'fail']) {
		expect(await opened(content, { alreadyTagged })).toMatchObject({ size: content.length });
	}
});

describe('OCR When Scanned', () => {
	it.each([
		['on for a page that is an image alone', scan, true],
		['off where all pages have text', plain, false],
		['on where nobody knows', unreadable, true],
	])('is %s', async (_what, content, ocr) => {
		const document = await opened(content, { embedFonts: true }, 'whenScanned');
		expect(document.options).toEqual({ ocr, embed_fonts: true });
	});

	it('is part of the identity of the document', async () => {
		const { preparation } = await prepare(plain, {}, 'whenScanned');
		expect(preparation.options).toEqual({ ocr: false, embed_fonts: false });
		expect(preparation.identity).toEqual(['f', 'whenScanned']);
		expect((await prepare(plain, {}, 'on')).preparation.identity).toEqual(['f']);
	});

	it('does not change the choice of the item if another option reads the document', async () => {
		const { options } = await opened(plain, { alreadyTagged: 'skip' }, 'on');
		expect(options).toEqual({ ocr: true, embed_fonts: false });
	});
});

describe('a document of unknown pages', () => {
	it.each(['maximumCredits', 'minimumCredits'])(
		'is refused under %s with the reason',
		async (name) => {
			const { preparation } = await prepare(unreadable, { [name]: 1 });
			expect(await errorOf(async () => await preparation.open())).toMatchObject({
				code: 'PAGES_UNKNOWN',
				message: 'The cost of the document is unknown',
			});
		},
	);

	it.each([{ alreadyTagged: 'skip' }, { maximumCredits: 0, alreadyTagged: 'skip' }])(
		'is submitted with %j',
		async (options) => {
			expect(await opened(unreadable, options)).not.toHaveProperty('pages');
		},
	);
});

test.each([{ alreadyTagged: 'no' }, { idle: true, ocr: 'maybe' }])(
	'refuses %j before anything is read',
	async ({ ocr, ...options }: { ocr?: string }) => {
		expect((await errorOf(async () => await prepare(plain, options, ocr))).code).toBe(
			'INVALID_INPUT',
		);
	},
);

test('fetches a document from a URL once, and reads the stored file', async () => {
	const answer = jest.fn(() => ({ statusCode: 200, body: Readable.from([tagged]) }));
	const options = { alreadyTagged: 'skip' };
	const parameters = [
		{ ...onDocument('tag', options), source: 'url', url: 'https://example.com/a.pdf' },
	];
	const fake = new FakeExecution({ parameters, answer });
	const item = await itemOf(fake);
	const error = await new Preparation(item, getSource(item))
		.open()
		.catch((thrown: unknown) => thrown);
	expect(error).toMatchObject({ pages: 3, file: { fileName: 'a.pdf' } });
	expect(answer).toHaveBeenCalledTimes(1);
});

test('refuses a file that is no PDF', async () => {
	const fake = new FakeExecution({
		items: [itemWithPdf('x'), itemWithPages(1)],
		parameters: [onDocument('tag', { alreadyTagged: 'skip' })],
	});
	const [first] = fake.context.getInputData();
	if (first?.binary?.data) first.binary.data.data = Buffer.from('hello').toString('base64');
	const item = await itemOf(fake);
	const preparation = new Preparation(item, getSource(item));
	expect((await errorOf(async () => await preparation.open())).code).toBe('NOT_A_PDF');
});
