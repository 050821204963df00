import {
	ALGORITHMS,
	ENCRYPTED_VERSIONS,
	makePdfKitDocument,
	makePdfLibDocument,
	writeRevision5,
} from './fixtures';
import { PdfWriter } from '../support/pdfWriter';
import { inspectBytes } from './inspectBytes';

/** Every null must have a reason, and no other answer may have a reason. */
function expectReasons(inspection: Awaited<ReturnType<typeof inspectBytes>>) {
	const nulls = Object.entries(inspection).filter(([, value]) => value === null);
	expect(Object.keys(inspection.unknown).sort()).toEqual(nulls.map(([field]) => field).sort());
}

const CLOSED = {
	encrypted: 'passwordNeeded',
	pages: null,
	title: null,
	tagged: null,
	imageOnlyPages: null,
	recommendation: 'review',
};

describe.each(ENCRYPTED_VERSIONS)('encrypted as of PDF %s', (pdfVersion) => {
	test('and opens without a password: read as if it were not', async () => {
		const bytes = await makePdfKitDocument({ pdfVersion, ownerPassword: 'owner', tagged: true });
		expect(await inspectBytes(bytes)).toMatchObject({
			encrypted: 'openable',
			pages: 2,
			title: 'Größe',
			language: 'de',
			imageOnlyPages: 0,
		});
	});

	test('and needs a password: nothing inside is answered, and every null has its reason', async () => {
		const bytes = await makePdfKitDocument({ pdfVersion, userPassword: 'secret' });
		const inspection = await inspectBytes(bytes);
		expect(inspection).toMatchObject(CLOSED);
		expectReasons(inspection);
	});
});

describe.each(ALGORITHMS)('encrypted by %s', (algorithm) => {
	describe.each([true, false])('with object streams: %s', (useObjectStreams) => {
		test('and opens without a password', async () => {
			const security = { algorithm, userPassword: '', ownerPassword: 'owner' };
			expect(
				await inspectBytes(await makePdfLibDocument(useObjectStreams, security)),
			).toMatchObject({
				encrypted: 'openable',
				pages: 2,
				imageOnlyPages: 0,
			});
		});

		test('and needs a password', async () => {
			const security = { algorithm, userPassword: 'secret' };
			const inspection = await inspectBytes(await makePdfLibDocument(useObjectStreams, security));
			expect(inspection).toMatchObject(CLOSED);
			expectReasons(inspection);
		});
	});
});

test.each([
	[true, 'Title'],
	// pdf-lib leaves texts outside of object streams as they are.
	[false, null],
])('a title, with object streams: %s', async (useObjectStreams, title) => {
	const security = { userPassword: '', ownerPassword: 'owner' };
	expect(await inspectBytes(await makePdfLibDocument(useObjectStreams, security))).toMatchObject({
		title,
	});
});

test('a wrong stream length hides no object of an encrypted document', async () => {
	const writer = new PdfWriter().stream(10, '/Length 100000', 'x');
	expect(await inspectBytes(writeRevision5(writer).bytes())).toMatchObject({
		encrypted: 'openable',
		pages: 1,
		language: 'de',
		imageOnlyPages: 0,
	});
});

test('uses a stream length from a later object in an encrypted document', async () => {
	const data = 'x\nendstream\nendobj\n9 0 obj\n(';
	const writer = new PdfWriter().stream(10, '/Length 11 0 R', data);
	writer.object(11, String(data.length));
	expect(await inspectBytes(writeRevision5(writer).bytes())).toMatchObject({
		encrypted: 'openable',
		pages: 1,
		language: 'de',
	});
});

test('encrypted by revision 5, with object streams', async () => {
	expect(await inspectBytes(writeRevision5().bytes())).toMatchObject({
		encrypted: 'openable',
		pages: 1,
		language: 'de',
		imageOnlyPages: 0,
	});
});
