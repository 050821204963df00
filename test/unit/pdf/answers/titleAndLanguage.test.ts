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
		{ title: null },
	],
	[
		'a trailer that is not valid, and may have named a title',
		plain().raw(`${TRAILER} trailer<</Info(>>`),
		{ pages: 2, title: null },
	],
	[
		'a trailer that is not valid, beside one that names a title',
		plain().raw('trailer<</Root 1 0 R/Info<</Title(A)>>>> trailer<</Info(>>'),
		{ pages: 2, title: 'A' },
	],
	['a broken cross-reference alone', plain().raw(TRAILER), { pages: 2, title: '' }],
	['a title in metadata', writeXmp(TITLE), { title: 'Fish & chips' }],
	['two titles', writeXmp(TITLE, '/Root 1 0 R/Info 11 0 R'), { title: 'Title' }],
])('%s', async (_, writer, answers) => {
	await expectAnswers(writer, answers);
});

test('an encrypted title that is a separate object has the key of that object', async () => {
	const { text } = OPEN['R 2, 40 bits'];
	const handler = present(StandardSecurityHandler.open(makeDictionary(text), ID));
	// RC4 encrypts as it decrypts.
	const title = handler.decryptString({ number: 11, generation: 0 }, Buffer.from('A title'));
	const writer = plain()
		.object(10, '<</Title 11 0 R>>')
		.object(11, `<${title.toString('hex')}>`)
		.end(`/Root 1 0 R/Info 10 0 R/ID[<${ID.toString('hex')}>]/Encrypt<<${text}>>`);
	await expectAnswers(writer, { encryption: 'openable', title: 'A title' });
});
