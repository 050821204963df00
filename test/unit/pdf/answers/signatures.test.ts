import { isSigned } from '../../../../nodes/pdf/answers/signatures';
import { readPages } from '../../../../nodes/pdf/document';
import { Reference, Unknown } from '../../../../nodes/pdf/syntax';
import { makeDocument, NO_TURNS } from '../reading';

const SIGNATURE = '<</Type/Sig/ByteRange[0 1 2 3]>>';

/** A document of one page with the annotation 4; object 9 is a signature. */
async function isSignedWith(catalog: string, objects: Record<number, string> = {}) {
	const document = await makeDocument({
		1: `<</Type/Catalog/Pages 2 0 R${catalog}>>`,
		2: '<</Type/Pages/Count 1/Kids[3 0 R]>>',
		3: '<</Type/Page/Parent 2 0 R/Annots[4 0 R]>>',
		4: '<</Subtype/Widget>>',
		5: '<</FT/Sig/T(s)/V 9 0 R>>',
		9: SIGNATURE,
		...objects,
	});
	const pages = await readPages(document.objects, new Reference(2, 0), NO_TURNS);
	return await isSigned(document, pages, NO_TURNS);
}

const FORM = '/AcroForm<</Fields[5 0 R]>>';

test.each<[what: string, catalog: string, objects: Record<number, string>, expected: boolean]>([
	['a field of the form', FORM, {}, true],
	['a field without a value', FORM, { 5: '<</FT/Sig/T(s)>>' }, false],
	['a value without bytes', FORM, { 9: '<</Type/Sig>>' }, false],
	['a value whose bytes are null', FORM, { 9: '<</Type/Sig/ByteRange null>>' }, false],
	['a name with escapes', FORM, { 9: '<</Type/Sig/Byte#52ange[0 1]>>' }, true],
	['another field', FORM, { 5: '<</FT/Tx/T(s)/V 9 0 R>>' }, false],
	[
		'a type that is inherited',
		FORM,
		{ 5: '<</FT/Sig/Kids[6 0 R]>>', 6: '<</T(a)/V 9 0 R>>' },
		true,
	],
	['a widget without a name', FORM, { 5: '<</FT/Sig/Kids[6 0 R]>>', 6: '<</V 9 0 R>>' }, true],
	['a signature that nothing refers to', '', {}, false],
	['a field that the form does not name', '', { 4: '<</FT/Sig/V 9 0 R>>' }, true],
	['a field above a widget', '', { 4: '<</Parent 5 0 R>>' }, true],
	['a widget of another field', '', { 4: '<</FT/Btn/V 9 0 R>>' }, false],
	['permissions', '/Perms<</DocMDP 9 0 R>>', {}, true],
	['permissions of their own', '/Perms 6 0 R', { 6: '<</DocMDP 9 0 R>>' }, true],
	['usage rights', '/Perms<</UR 9 0 R/UR3 9 0 R>>', {}, false],
	['usage rights and permissions', '/Perms<</UR3 9 0 R/DocMDP 9 0 R>>', {}, true],
])('%s', async (_, catalog, objects, expected) => {
	expect(await isSignedWith(catalog, objects)).toBe(expected);
});

test('an unreadable page may have a signature, and a signature of the form needs no page', async () => {
	const document = await makeDocument({ 1: `<</Pages 2 0 R${FORM}>>`, 5: '<<>>' });
	const doubt = new Unknown('A reason');
	await expect(isSigned(document, doubt, NO_TURNS)).rejects.toBe(doubt);
	const other = await makeDocument({
		1: `<</Pages 2 0 R${FORM}>>`,
		5: `<</FT/Sig/V ${SIGNATURE}>>`,
	});
	expect(await isSigned(other, doubt, NO_TURNS)).toBe(true);
});
