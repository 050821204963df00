import { TextPlacer } from '../../../../../nodes/pdf/answers/page/textPlacer';
import { ContentScan, type ShownText } from '../../../../../nodes/pdf/content';
import { NO_ENTRIES } from '../../../../../nodes/pdf/syntax';
import { present } from '../../../../present';
import { PdfWriter } from '../../../support/pdfWriter';
import { loadDocument } from '../../reading';

/** The text that this operand of Tj shows. */
function makeText(operand: string): ShownText {
	const scan = new ContentScan();
	scan.push(Buffer.from(`${operand} Tj`, 'latin1'));
	return present(scan.end(true).texts[0]);
}

const MAP = 'begincmap 2 beginbfchar <0003> <0020> <41> <00A0> endbfchar endcmap';

/** Visibility of a text in a font with these entries; object 5 is a CMap, object 6 a CMap without entries. */
async function classify(operand: string, font: string | undefined) {
	const writer = new PdfWriter()
		.object(1, '<</Pages 2 0 R>>')
		.object(3, `<<${font ?? ''}>>`)
		.stream(5, '', MAP)
		.stream(6, '', 'begincmap endcmap')
		.object(7, '/Identity-V')
		.object(8, '<</Differences 9 0 R>>')
		.object(9, '[65/space/B]')
		.object(10, '/Type0');
	const { objects } = await loadDocument(writer);
	const dictionary = font === undefined ? undefined : objects.getDictionary(objects.get(3));
	return new TextPlacer(objects).classifyText(makeText(operand), dictionary);
}

test.each([
	['(a)', 'visible'],
	['( a)', 'visible'],
	['(  )', 'blank'],
	['<00>', 'blank'],
])('without a font, %s is %s', async (operand, visibility) => {
	expect(await classify(operand, undefined)).toBe(visibility);
});

describe('a font of one byte', () => {
	test.each([
		['(a)', 'visible'],
		['<01>', 'visible'],
		['<00>', 'blank'],
		['<09>', 'blank'],
		['<0A>', 'blank'],
		['<0C>', 'blank'],
		['<0D>', 'blank'],
		['<20>', 'blank'],
		['<A0>', 'blank'],
		['<0B>', 'visible'],
		['<2020>', 'blank'],
		['<202061>', 'visible'],
		['<2061>', 'visible'],
		['<6120>', 'visible'],
	])('shows %s as %s', async (operand, visibility) => {
		expect(await classify(operand, '/Subtype/Type1')).toBe(visibility);
	});

	test.each([
		['[0/a]', '<00>', 'visible'],
		['[65/space/B]', '<41>', 'blank'],
		['[65/space/B]', '<42>', 'visible'],
		['[65/space/B]', '<4142>', 'visible'],
		['[65/B/space]', '<42>', 'blank'],
		['[65/B/space]', '<41>', 'visible'],
		['[65/nbspace 70/nonbreakingspace/uni0020/uni00A0]', '<41464748>', 'blank'],
		['[65 66/space]', '<41>', 'visible'],
		['[65 66/space]', '<42>', 'blank'],
		['[65(text)/space]', '<41>', 'blank'],
		['[255/space]', '<FF>', 'blank'],
		['[256/space]', '<00>', 'blank'],
		['65', '<41>', 'visible'],
	])('whose encoding differs by %s shows %s as %s', async (differences, operand, visibility) => {
		const font = `/Encoding<</Differences ${differences}>>`;
		expect(await classify(operand, font)).toBe(visibility);
	});

	test('may have its encoding in other objects', async () => {
		expect(await classify('<41>', '/Encoding 8 0 R')).toBe('blank');
		expect(await classify('<41>', '/Encoding/WinAnsiEncoding')).toBe('visible');
	});

	test('may define its blanks by a CMap', async () => {
		expect(await classify('<41>', '/ToUnicode 5 0 R')).toBe('blank');
		expect(await classify('<4142>', '/ToUnicode 5 0 R')).toBe('visible');
		expect(await classify('<4120>', '/ToUnicode 5 0 R')).toBe('blank');
		expect(await classify('<41>', '/ToUnicode 6 0 R')).toBe('visible');
		expect(await classify('<41>', '/ToUnicode/Identity-H')).toBe('visible');
	});

	test('reads its encoding once', async () => {
		const { objects } = await loadDocument(new PdfWriter().object(1, '<</Pages 2 0 R>>'));
		const fonts = new TextPlacer(objects);
		const font = new Map([['Encoding', new Map([['Differences', []]])]]);
		const dictionary = jest.spyOn(objects, 'getDictionary');
		fonts.classifyText(makeText('(a)'), font);
		const calls = dictionary.mock.calls.length;
		fonts.classifyText(makeText('(a)'), font);
		expect(dictionary).toHaveBeenCalledTimes(calls);
		fonts.classifyText(makeText('(a)'), NO_ENTRIES);
		expect(dictionary.mock.calls.length).toBeGreaterThan(calls);
	});
});

describe('a font of two bytes', () => {
	const composite = '/Subtype/Type0/Encoding';

	test.each([
		['/Identity-H', '<0003>', 'doubtful'],
		['/Identity-V', '<0003>', 'doubtful'],
		[' 7 0 R', '<0003>', 'doubtful'],
		['/Identity-H', '<00030003>', 'doubtful'],
		['/Identity-H', '<000300040005>', 'doubtful'],
		['/Identity-H', '<0003000400050006>', 'visible'],
		['/Identity-H', '<03>', 'blank'],
		['/Identity-H/ToUnicode 5 0 R', '<0003>', 'blank'],
		['/Identity-H/ToUnicode 5 0 R', '<00030004>', 'visible'],
		['/Identity-H/ToUnicode 5 0 R', '<0300>', 'visible'],
		['/Identity-H/ToUnicode 5 0 R', '<03>', 'blank'],
		['/Identity-H/ToUnicode 6 0 R', '<0003>', 'doubtful'],
		['/UniJIS-UCS2-H', '<0020>', 'blank'],
		['/UniJIS-UCS2-H', '<0041>', 'visible'],
		['/UniJIS-UCS2-H', '<0000000900200A00>', 'visible'],
		['(Identity)', '<0020>', 'blank'],
	])('with the encoding %s shows %s as %s', async (encoding, operand, visibility) => {
		expect(await classify(operand, composite + encoding)).toBe(visibility);
	});

	test('may have its subtype in another object', async () => {
		const font = '/Subtype 10 0 R/Encoding/Identity-H';
		expect(await classify('<0003>', font)).toBe('doubtful');
	});
});
