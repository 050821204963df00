import { openDocument, readSecurity } from '../../../nodes/pdf/openDocument';
import { Unknown } from '../../../nodes/pdf/syntax';
import { pagesOf, PdfWriter } from '../support/pdfWriter';
import { createLoader } from './reading';
import { ID, OPEN } from './security/dictionaries';

const writeTwoPages = () => pagesOf(new PdfWriter(), 2);
const formatTrailer = (entries: string) =>
	`trailer\n<</Root 1 0 R ${entries}>>\nstartxref\n0\n%%EOF\n`;

const unknown = (reason: string) => new Unknown(reason);
const sure = { encrypted: false, opensWithoutPassword: true, blocksAssistance: false };
const expectUnknown = (reason: string) => ({
	encrypted: unknown(reason),
	opensWithoutPassword: unknown(reason),
	blocksAssistance: unknown(reason),
});

describe('how a document is encrypted', () => {
	const end = (entries: string) => writeTwoPages().end(`/Root 1 0 R ${entries}`);
	const CUSTOM = '<</Filter/Other/V 1>>';

	test.each<[string, PdfWriter | string, object]>([
		['not', writeTwoPages().end(), sure],
		['not, as it says', end('/Encrypt null'), sure],
		[
			'its dictionary is none',
			end('/Encrypt 9 0 R'),
			expectUnknown('its encryption dictionary is missing'),
		],
		[
			'its dictionary is a name',
			end('/Encrypt/Name'),
			expectUnknown('its encryption dictionary is missing'),
		],
		[
			'nothing leads to its dictionary',
			writeTwoPages().object(10, '<</Filter/Standard>>').end(),
			expectUnknown('nothing refers to its encryption dictionary'),
		],
		[
			'its cross-reference is missing',
			writeTwoPages().raw(formatTrailer('')),
			expectUnknown('damage may hide its encryption'),
		],
		[
			'an object of it has no end',
			new PdfWriter().raw('10 0 obj 5\n').object(1, '<</Pages 2 0 R>>').end(),
			expectUnknown('damage may hide its encryption'),
		],
		['it is none', 'Hello', expectUnknown('it cannot be read as a PDF')],
		[
			'its dictionary leads in a circle',
			writeTwoPages().object(10, '10 0 R').end('/Root 1 0 R /Encrypt 10 0 R'),
			expectUnknown('its references form a circle'),
		],
		[
			'what its dictionary holds leads in a circle',
			writeTwoPages().object(10, '10 0 R').end('/Root 1 0 R /Encrypt<</V 10 0 R>>'),
			expectUnknown('its references form a circle'),
		],
	])('%s', async (_, file, expected) => {
		expect(await readSecurity(await createLoader(file))).toEqual(expected);
	});

	test('by an unknown handler', async () => {
		const { encrypted, handler, opensWithoutPassword } = await readSecurity(
			await createLoader(end(`/Encrypt ${CUSTOM}`)),
		);
		expect(encrypted).toBe(true);
		expect(handler).toBeUndefined();
		expect(opensWithoutPassword).toBeInstanceOf(Unknown);
		expect((opensWithoutPassword as Unknown).reason).not.toBe('');
	});

	test.each([
		['/P 512', false],
		['/P -44', false],
		['/P 4294967252', false],
		['/P -512', false],
		['/P 511', true],
		['/P -4096', true],
	])('%s keeps assistive technology out: %s', async (permissions, blocks) => {
		const file = end(`/Encrypt<</Filter/Standard/V 1/R 2${permissions}>>`);
		const { blocksAssistance } = await readSecurity(await createLoader(file));
		expect(blocksAssistance).toBe(blocks);
	});

	test.each(['<</Filter/Standard/V 1/R 2>>', '<</Filter/Other/P 511>>'])(
		'%s does not say what it permits',
		async (encryption) => {
			const { blocksAssistance } = await readSecurity(
				await createLoader(end(`/Encrypt${encryption}`)),
			);
			expect(blocksAssistance).toEqual(unknown('its encryption does not say what it permits'));
		},
	);

	test('and opens by the first of two file identifiers alone', async () => {
		const opens = async (ids: string) => {
			const file = end(`/ID[${ids}]/Encrypt<<${OPEN['R 3, 128 bits'].text}>>`);
			return (await readSecurity(await createLoader(file))).opensWithoutPassword;
		};
		const [first, other] = [`<${ID.toString('hex')}>`, '<00112233>'];
		expect(await opens(first + other)).toBe(true);
		expect(await opens(other + first)).toBe(false);
	});

	test('by a dictionary whose identifier is circular', async () => {
		const file = writeTwoPages().object(10, '10 0 R');
		file.end('/Root 1 0 R /ID 10 0 R /Encrypt<</Filter/Standard/V 1/R 2>>');
		const { encrypted, opensWithoutPassword } = await readSecurity(await createLoader(file));
		expect(encrypted).toBe(true);
		expect(opensWithoutPassword).toBeInstanceOf(Unknown);
	});
});

describe('the pages of a document', () => {
	const opened = async (file: PdfWriter | string) =>
		await openDocument(await createLoader(file), { ...sure });
	const root = (count: number, number = 2) =>
		new PdfWriter()
			.object(1, `<</Type/Catalog/Pages ${number} 0 R>>`)
			.object(2, `<</Type/Pages/Count ${count}/Kids[3 0 R]>>`);
	const WRONG = 'its page tree does not contain as many pages as it says';

	test('are those that its cross-reference leads to', async () => {
		const { document, pages } = await opened(writeTwoPages().end());
		expect(pages).toHaveLength(2);
		expect(document?.rebuilt).toBeUndefined();
	});

	test('are taken from the last definitions if the cross-reference leads to none', async () => {
		const writer = root(1).raw('3 0 obj\n<</Type/Page>>\nendobj\n').end();
		const { document, pages } = await opened(writer);
		expect(pages).toHaveLength(1);
		expect(document?.rebuilt).toEqual({ isCut: false, hasOlder: false });
	});

	test('are unknown if neither leads to them; the cross-reference still counts', async () => {
		const writer = root(7).object(3, '<</Type/Page>>').end();
		const { document, pages } = await opened(writer);
		expect(pages).toEqual(unknown(WRONG));
		expect(document).toBeDefined();
		expect(document?.rebuilt).toBeUndefined();
	});

	test('gives the reason of the objects without a cross-reference', async () => {
		const { document, pages } = await opened(
			root(7).object(3, '<</Type/Page>>').raw(formatTrailer('')),
		);
		expect(pages).toEqual(unknown(WRONG));
		expect(document?.rebuilt).toBeDefined();
	});

	test.each<[string, PdfWriter | string, string]>([
		['no document', 'Hello', 'it cannot be read as a PDF'],
		[
			'a change that is cut off',
			writeTwoPages().raw(formatTrailer('')).object(10, 'null'),
			'it ends in the middle of an update',
		],
		[
			'revisions that differ, the newest damaged',
			writeTwoPages()
				.raw(formatTrailer(''))
				.object(2, '<</Type/Pages/Count 1/Kids[100 0 R]>>')
				.raw(formatTrailer('')),
			'it is damaged, and its revisions differ in their number of pages',
		],
		['a page that is missing', root(1).raw(formatTrailer('')), 'object 3 is missing'],
	])('are not known of %s', async (_, file, reason) => {
		expect((await opened(file)).pages).toEqual(unknown(reason));
	});

	test('revisions with the same page count are no doubt', async () => {
		const file = writeTwoPages().raw(formatTrailer('')).object(10, 'null').raw(formatTrailer(''));
		expect((await opened(file)).pages).toHaveLength(2);
	});

	test('are unreadable if it is encrypted without a key', async () => {
		const readings = await createLoader(writeTwoPages().end());
		const needs = 'it needs a password to open';
		expect(
			await openDocument(readings, { ...sure, encrypted: true, opensWithoutPassword: false }),
		).toMatchObject({ closedReason: needs, pages: unknown(needs) });
		const other = unknown('Something else');
		expect(
			await openDocument(readings, { ...sure, encrypted: true, opensWithoutPassword: other }),
		).toMatchObject({ closedReason: 'Something else', pages: other });
	});
});
