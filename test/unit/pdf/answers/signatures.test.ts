import { isSigned } from '../../../../nodes/pdf/answers/signatures';
import { byLastDefinition } from '../../../../nodes/pdf/document/document';
import { PdfWriter } from '../../support/pdfWriter';
import { bodyOf, documentOf, NO_TURNS } from '../reading';

const SIGNATURE = '<</Type/Sig/ByteRange[0 1 2 3]>>';

const signed = async (object: string, catalog = '') =>
	await isSigned(
		await documentOf({ 1: `<</Type/Catalog/Pages 2 0 R${catalog}>>`, 5: object }),
		NO_TURNS,
	);

test.each([
	[SIGNATURE, true],
	['<</ByteRange 6 0 R>>', true],
	[`<</FT/Sig/V ${SIGNATURE}>>`, true],
	[`[null [${SIGNATURE}]]`, true],
	['<</Contents(/ByteRange)>>', false],
	['(/ByteRange)', false],
	['/ByteRange', false],
	['<</Key/ByteRange>>', false],
	[`<</UR ${SIGNATURE}>>`, false],
	[`<</UR3 ${SIGNATURE}>>`, false],
	[`<</UR3 ${SIGNATURE}/DocMDP ${SIGNATURE}>>`, true],
	['<</Type/Sig>>', false],
])('%s: %s', async (object, expected) => {
	expect(await signed(object)).toBe(expected);
});

test.each([
	['/Perms<</UR 5 0 R>>', false],
	['/Perms<</UR3 5 0 R>>', false],
	['/Perms<</DocMDP 5 0 R>>', true],
	['/Perms<</UR 6 0 R>>', true],
	['/Perms<</UR/Name/UR3 null>>', true],
	['/Perms 6 0 R', true],
])('of a signature, %s: %s', async (catalog, expected) => {
	expect(await signed(SIGNATURE, catalog)).toBe(expected);
});

const CATALOG = '<</Type/Catalog/Pages 2 0 R>>';
const inStream = (writer: PdfWriter, object: string) =>
	writer.stream(10, '/Type/ObjStm/N 1/First 4', `5 0 ${object}`);

test('only what an object is now counts, on its own or in a stream', async () => {
	const first = () => new PdfWriter().object(1, CATALOG);
	const files: Array<[PdfWriter, boolean]> = [
		[inStream(first(), SIGNATURE), true],
		[inStream(first(), SIGNATURE).object(5, 'null'), false],
		[inStream(first().object(5, SIGNATURE), 'null'), false],
		[inStream(first().object(5, 'null'), SIGNATURE), true],
		[first().object(5, SIGNATURE).object(5, 'null'), false],
		[inStream(new PdfWriter().object(5, SIGNATURE), 'null').object(1, CATALOG), false],
		[inStream(new PdfWriter().object(5, '0').object(1, CATALOG), 'null'), false],
	];
	for (const [file, expected] of files) {
		expect(await isSigned(await byLastDefinition(await bodyOf(file), NO_TURNS), NO_TURNS)).toBe(
			expected,
		);
	}
});

test('what is not kept may be a signature, and too many objects may have one', async () => {
	const file = new PdfWriter().object(1, CATALOG).object(5, SIGNATURE).object(6, '7');
	const without = new PdfWriter().object(1, CATALOG).object(5, '0').object(6, '7');
	const limited = async (writer: PdfWriter, limits: { keptBytes?: number; objects?: number }) =>
		await isSigned(await byLastDefinition(await bodyOf(writer, limits), NO_TURNS), NO_TURNS);
	await expect(limited(file, { keptBytes: 35 })).rejects.toThrow('more objects than are kept');
	await expect(limited(without, { objects: 2 })).rejects.toThrow('more objects than are kept');
	expect(await limited(file, { objects: 2 })).toBe(true);
	expect(await limited(without, {})).toBe(false);
});
