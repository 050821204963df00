import { StandardSecurityHandler } from '../../../../pdf/encryption/securityHandler';
import type { Inspection } from '../../../../pdf/inspect';
import { present } from '../../../present';
import type { PdfWriter } from '../../support/pdfWriter';
import { ID, makeDictionary, OPEN } from '../dictionaries';
import { expectAnswers } from '../inspectBytes';
import { plain, TITLE, TRAILER } from '../writers';

function writeXmp(description: string, trailer?: string): PdfWriter {
	const rdf = 'xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"';
	const dc = 'xmlns:dc="http://purl.org/dc/elements/1.1/"';
	const xmp = `<x:xmpmeta ${rdf} ${dc}><rdf:RDF>${description}</rdf:RDF></x:xmpmeta>`;
	const writer = plain(1, '/Metadata 10 0 R').stream(10, '/Type/Metadata/Subtype/XML', xmp);
	return writer.object(11, '<</Title(Title)>>').end(trailer);
}

test.each<[string, PdfWriter, Partial<Inspection>]>([
	[
		'a title that is a separate object',
		plain().object(10, '<</Title 11 0 R>>').object(11, '(A)').end('/Root 1 0 R/Info 10 0 R'),
		{ title: 'A' },
	],
	[
		'a title that is no string',
		plain().object(10, '<</Title 5>>').end('/Root 1 0 R/Info 10 0 R'),
		{ title: '' },
	],
	[
		'metadata that are no stream',
		plain(2, '/Metadata 10 0 R').object(10, '<<>>').end(),
		{ title: null, unknown: { title: 'its metadata cannot be read' } },
	],
	[
		'metadata that are written into the catalog',
		plain(1, '/Metadata<</Type/Metadata>>').end(),
		{ title: null, unknown: { title: 'its metadata cannot be read' } },
	],
	[
		'a trailer that is not valid, and may have named a title',
		plain().raw(`${TRAILER} trailer<</Info(>>`),
		{ pages: 2, title: null, unknown: { title: 'damage may hide its title' } },
	],
	[
		'a trailer that is not valid, beside one that names a title',
		plain().raw('trailer<</Root 1 0 R/Info<</Title(A)>>>> trailer<</Info(>>'),
		{ pages: 2, title: 'A' },
	],
	['a broken cross-reference alone', plain().raw(TRAILER), { pages: 2, title: '' }],
	[
		'a title in metadata, with control characters',
		writeXmp(TITLE.replace('Fish ', 'Fish\n\x7f')),
		{ title: 'Fish & chips' },
	],
	[
		'no trailer',
		plain(),
		{ pages: 2, title: null, unknown: { title: 'damage may hide its title' } },
	],
	['a title in metadata', writeXmp(TITLE), { title: 'Fish & chips' }],
	[
		'an empty title beside one in metadata',
		writeXmp(TITLE, '/Root 1 0 R/Info<</Title()>>'),
		{ title: '' },
	],
	[
		'no title beside one in metadata',
		writeXmp(TITLE, '/Root 1 0 R/Info<</Title 99 0 R>>'),
		{ title: 'Fish & chips' },
	],
	[
		'document information that is missing',
		writeXmp(TITLE, '/Root 1 0 R/Info 99 0 R'),
		{ title: 'Fish & chips' },
	],
	['metadata that are missing', plain(1, '/Metadata 99 0 R').end(), { title: '' }],
	['a language', plain(1, '/Lang(de)').end(), { language: 'de' }],
	[
		'a language that is a separate object',
		plain(1, '/Lang 10 0 R').object(10, '(de)').end(),
		{ language: 'de' },
	],
	['a language that is no string', plain(1, '/Lang/de').end(), { language: '' }],
	['two titles', writeXmp(TITLE, '/Root 1 0 R/Info 11 0 R'), { title: 'Title' }],
])('%s', async (_, writer, answers) => {
	await expectAnswers(writer, answers);
});

test('an encrypted text has the key of the object that contains it', async () => {
	const { text } = OPEN['R 2, 40 bits'];
	const handler = present(StandardSecurityHandler.open(makeDictionary(text), ID));
	const encrypt = (plainText: string, number: number) => {
		// RC4 encrypts as it decrypts.
		const bytes = handler.decryptString({ number, generation: 0 }, Buffer.from(plainText));
		return `<${bytes.toString('hex')}>`;
	};
	const write = (language: string, info: string) =>
		plain(2, `/Lang ${language}`)
			.object(10, `<</Title ${encrypt('A title', 10)}>>`)
			.object(11, encrypt('A title', 11))
			.object(12, '<</Title 11 0 R>>')
			.object(13, encrypt('de', 13))
			.end(`/Root 1 0 R/Info ${info}/ID[<${ID.toString('hex')}>]/Encrypt<<${text}>>`);
	const answers = { encryption: 'openable', title: 'A title', language: 'de' } as const;
	await expectAnswers(write(encrypt('de', 1), '10 0 R'), answers);
	await expectAnswers(write('13 0 R', '12 0 R'), answers);
	// The trailer is not encrypted.
	await expectAnswers(write('13 0 R', '<</Title(A title)>>'), answers);
});
