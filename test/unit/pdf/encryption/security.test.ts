import { formatOwner, ID, OPEN as DICTIONARIES } from '../dictionaries';
import {
	ENCRYPTED_VERSIONS,
	makePdfKitDocument,
	makePdfLibDocument,
	writeRevision5,
} from '../fixtures';
import { PdfWriter } from '../../support/pdfWriter';
import { inspectBytes, expectAnswers } from '../inspectBytes';
import type { Inspection } from '../../../../pdf/inspect';
import { plain, TRAILER } from '../writers';

const security = { userPassword: '', ownerPassword: 'owner' };
const OPEN = { encryption: 'openable', pages: 2, image_only_pages: 0 };
const CLOSED = {
	encryption: 'password_needed',
	pages: null,
	title: null,
	tagged: null,
	image_only_pages: null,
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
		encryption: 'openable',
		pages: 1,
		language: 'de',
		image_only_pages: 0,
	});
});

const ENTRY = /\/(\w+) ?(<<.*?>>>>|<\w*>|\/\w+|-?\w+)/g;
test.each([
	...Object.values(DICTIONARIES).map(({ text }) => text),
	formatOwner(Buffer.alloc(32, 'k')),
])('every entry may be a reference, as may the file identifiers: %s', async (text) => {
	const writer = plain();
	const entries = [...text.matchAll(ENTRY)].map(([, key, value = ''], index) => {
		writer.object(20 + index, value);
		return `/${key} ${20 + index} 0 R`;
	});
	expect(entries.length).toBeGreaterThan(5);
	writer.object(10, `<<${entries.join('')}>>`).object(11, '[12 0 R(another)]');
	writer.object(12, `<${ID.toString('hex')}>`);
	await expectAnswers(writer.end('/Root 1 0 R/Encrypt 10 0 R/ID 11 0 R'), {
		encryption: 'openable',
		pages: 2,
	});
});

const OTHER_SOFTWARE = 'it uses an encryption that only its own software can open';
test.each<[string, PdfWriter, Partial<Inspection>]>([
	[
		'the encryption of another software',
		plain().end('/Root 1 0 R/Encrypt<</Filter/Other>>'),
		{
			encryption: null,
			title: null,
			unknown: expect.objectContaining({ encryption: OTHER_SOFTWARE, title: OTHER_SOFTWARE }),
		},
	],
	[
		'an encryption that is null',
		plain().end('/Root 1 0 R/Encrypt 10 0 R/Encrypt null'),
		{
			encryption: 'none',
		},
	],
	[
		'an older trailer of an encrypted file that its cross-reference does not use',
		plain().raw('trailer<</Encrypt 9 0 R>>\n').end(),
		{ encryption: 'none' },
	],
	['a trailer alone', plain().raw(TRAILER), { pages: 2, encryption: 'none' }],
	['no trailer', plain(), { pages: 2, encryption: null, title: null }],
	['a trailer without a root', plain().end(''), { pages: 2, encryption: null }],
	[
		'an older trailer of an encrypted file',
		plain().raw(`trailer<</Encrypt 9 0 R>>\n${TRAILER}`),
		{ encryption: null },
	],
	[
		'an encryption dictionary that nothing refers to',
		plain().object(10, '<</Filter/Standard/V 1>>').end(),
		{ encryption: null },
	],
	[
		'an encryption dictionary that nothing refers to, and a structure type with the same name',
		plain().object(10, '<</Filter/Standard/V 1>>').object(11, '<</S/Standard>>').end(),
		{ encryption: null },
	],
	[
		'an encryption dictionary that is missing',
		plain().end('/Root 1 0 R/Encrypt 10 0 R'),
		{ encryption: null, unknown: { encryption: 'its encryption dictionary is missing' } },
	],
	[
		'a structure type that has the name of a security handler',
		plain().object(10, '<</S/Standard/P 9 0 R/Filter/Other>>').end(),
		{ encryption: 'none' },
	],
])('%s', async (_, writer, answers) => {
	await expectAnswers(writer, answers);
});
