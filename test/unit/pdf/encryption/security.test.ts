import {
	ENCRYPTED_VERSIONS,
	makePdfKitDocument,
	makePdfLibDocument,
	writeRevision5,
} from '../fixtures';
import { PdfWriter } from '../../support/pdfWriter';
import { inspectBytes } from '../inspectBytes';

const security = { userPassword: '', ownerPassword: 'owner' };
const OPEN = { encrypted: 'openable', pages: 2, imageOnlyPages: 0 };
const CLOSED = {
	encrypted: 'passwordNeeded',
	pages: null,
	title: null,
	tagged: null,
	imageOnlyPages: null,
	recommendation: 'review',
};

test.each(ENCRYPTED_VERSIONS)('encrypted as of PDF %s', async (pdfVersion) => {
	const open = await makePdfKitDocument({ pdfVersion, ownerPassword: 'owner', tagged: true });
	const answers = { ...OPEN, title: 'Größe', language: 'de' };
	expect(await inspectBytes(open)).toMatchObject(answers);
	const closed = await makePdfKitDocument({ pdfVersion, userPassword: 'secret' });
	expect(await inspectBytes(closed)).toMatchObject(CLOSED);
});

test('a text in an object stream is decrypted with the stream', async () => {
	expect(await inspectBytes(await makePdfLibDocument(true, security))).toMatchObject({
		title: 'Title',
	});
	// pdf-lib leaves texts outside of object streams as they are.
	expect(await inspectBytes(await makePdfLibDocument(false, security))).toMatchObject({
		title: null,
	});
});

const hidden = 'x\nendstream\nendobj\n9 0 obj\n(';

test.each([
	['with object streams', new PdfWriter()],
	['with a wrong stream length', new PdfWriter().stream(10, '/Length 100000', 'x')],
	[
		'with a stream length from a later object',
		new PdfWriter().stream(10, '/Length 11 0 R', hidden).object(11, String(hidden.length)),
	],
])('encrypted by revision 5, %s', async (_, writer) => {
	expect(await inspectBytes(writeRevision5(writer).bytes())).toMatchObject({
		encrypted: 'openable',
		pages: 1,
		language: 'de',
		imageOnlyPages: 0,
	});
});
