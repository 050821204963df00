import { readDate, readProducer } from '../../../../nodes/pdf/answers/provenance';
import { openRevision, findReferencedRevision } from '../../../../nodes/pdf/document/document';
import { PdfWriter } from '../../support/pdfWriter';
import { scanBody, NO_TURNS } from '../reading';

const plain = (_: unknown, bytes: Buffer) => bytes;

/** A document with these entries in its information dictionary, and this metadata. */
async function makeDocumentWith(info: string, xmp = '') {
	const writer = new PdfWriter().object(1, '<</Type/Catalog/Pages 2 0 R/Metadata 4 0 R>>');
	if (xmp === '') writer.object(4, 'null');
	else writer.stream(4, '/Type/Metadata/Subtype/XML', xmp);
	writer.end(`/Root 1 0 R/Info<<${info}>>`);
	const document = openRevision(await findReferencedRevision(await scanBody(writer), NO_TURNS));
	if (!document) throw new Error('This is no document');
	return document;
}

const created = async (info: string, xmp?: string) =>
	readDate(await makeDocumentWith(info, xmp), 'CreationDate', 'xmp:CreateDate', plain);

test.each([
	["D:20200304163741+03'00'", '2020-03-04T16:37:41+03:00'],
	["D:20200304163741-03'30", '2020-03-04T16:37:41-03:30'],
	['D:20200304163741+03', '2020-03-04T16:37:41+03:00'],
	['D:20200304163741Z', '2020-03-04T16:37:41Z'],
	["D:20200304163741Z00'00'", '2020-03-04T16:37:41Z'],
	['D:20200304163741', '2020-03-04T16:37:41'],
	['20200304163741', '2020-03-04T16:37:41'],
	['D:202003041637', '2020-03-04T16:37:00'],
	['D:2020030416', '2020-03-04T16:00:00'],
	['D:20200304', '2020-03-04'],
	['D:202003', '2020-03'],
	['D:2020', '2020'],
	[' D:2020 ', '2020'],
	['2020-03-04T16:37:41+03:00', '2020-03-04T16:37:41+03:00'],
	['', ''],
])('the date %j is %j', async (given, expected) => {
	expect(await created(`/CreationDate(${given})`)).toBe(expected);
});

test.each([
	'yesterday',
	'D:',
	'D:20201399',
	'D:20200230',
	'D:20190229101112Z',
	'2020-04-31T10:11:12+02:00',
	'D:2020030499',
	'Wed Mar 4 16:37:41 2020',
	'04.03.2020',
])('%j is no date, which is a doubt', async (given) => {
	await expect(created(`/CreationDate(${given})`)).rejects.toThrow('its date is not valid');
});

test('reads date and producer from metadata if the document information lacks them', async () => {
	const xmp = (inner: string) => `<r ${inner}</r>`;
	const date = '2020-03-04T16:37:41.5+03:00';
	expect(await created('', xmp(`><xmp:CreateDate>${date}</xmp:CreateDate>`))).toBe(date);
	expect(await created('', xmp(` xmp:CreateDate="${date}">`))).toBe(date);
	expect(await created('/CreationDate(D:2019)', xmp(` xmp:CreateDate="${date}">`))).toBe('2019');
	expect(await created('', xmp('>'))).toBe('');
	await expect(created('', xmp(' xmp:CreateDate="soon">'))).rejects.toThrow(
		'its date is not valid',
	);
	const changed = await makeDocumentWith('/ModDate(D:2021)', xmp(' xmp:ModifyDate="2022">'));
	expect(readDate(changed, 'ModDate', 'xmp:ModifyDate', plain)).toBe('2021');
});

test('reads the producer', async () => {
	const xmp = '<pdf:Producer>Press &amp; Co</pdf:Producer>';
	expect(readProducer(await makeDocumentWith('/Producer(Word)', xmp), plain)).toBe('Word');
	expect(readProducer(await makeDocumentWith('', xmp), plain)).toBe('Press & Co');
	expect(readProducer(await makeDocumentWith(''), plain)).toBe('');
});
