import { PdfWriter } from '../../../support/pdfWriter';
import { inspectBytes } from '../../inspectBytes';

/** Findings and unknown conditions among these two, for a page with one text. */
async function decideFindingsOf(
	content: string,
	entries = '',
	catalog = '',
	others: string[] = [],
) {
	const writer = new PdfWriter()
		.object(1, `<</Type/Catalog/Pages 2 0 R${catalog}>>`)
		.object(2, '<</Type/Pages/Count 1/Kids[3 0 R]/MediaBox[0 0 600 800]>>')
		.object(3, `<</Type/Page/Parent 2 0 R/Contents 4 0 R${entries}>>`)
		.stream(4, '', content);
	others.forEach((other, index) => writer.object(10 + index, other));
	const { findings, unknownFindings } = await inspectBytes(writer.end().bytes());
	const verdict = (clause: string) => {
		if (findings.some((finding) => finding.clause === clause)) return 'found';
		return unknownFindings.some((finding) => finding.clause === clause) ? 'unknown' : 'ruled out';
	};
	return { language: verdict('7.2'), font: verdict('7.21.4.1') };
}

const TEXT = 'BT /F 12 Tf 9 9 Td (A text) Tj ET';

describe('text without a language', () => {
	test.each([
		['nothing names one', TEXT, '', 'found'],
		['the catalog names one', TEXT, '/Lang(en)', 'ruled out'],
		['the catalog has an empty one', TEXT, '/Lang()', 'unknown'],
		['an element names one', TEXT, '/StructTreeRoot<</K<</S/P/Lang(en)>>>>', 'unknown'],
		['no element names one', TEXT, '/StructTreeRoot<</K<</S/P>>>>', 'found'],
		['the tree is empty', TEXT, '/StructTreeRoot<</K 99 0 R>>', 'found'],
		['the text is an artifact', `/Artifact BMC ${TEXT} EMC`, '', 'unknown'],
		['the artifact has properties', `/Artifact <</Type/Page>> BDC ${TEXT} EMC`, '', 'unknown'],
		['a sequence names one', `/Span <</Lang(en)>> BDC ${TEXT} EMC`, '', 'unknown'],
		['properties may name one', `/Span /MC0 BDC ${TEXT} EMC`, '', 'unknown'],
		['a sequence names none', `/P <</MCID 0>> BDC ${TEXT} EMC`, '', 'found'],
		['a sequence has no properties', `/P BMC ${TEXT} EMC`, '', 'found'],
		['a sequence named one before', `/P <</Lang(en)>> BDC EMC ${TEXT}`, '', 'found'],
		['it is too deep to tell', `${'/P BMC '.repeat(257)}${TEXT}`, '', 'unknown'],
		['it is not too deep', `${'/P BMC '.repeat(257)} EMC ${TEXT}`, '', 'found'],
		['there is no text', 'q Q', '', 'unknown'],
	])('%s: %j with %j is %s', async (_what, content, catalog, language) => {
		expect((await decideFindingsOf(content, '', catalog)).language).toBe(language);
	});

	test.each([
		['/X Do', 'found'],
		['/Artifact BMC /X Do EMC', 'unknown'],
	])('a form that %j paints: %s', async (content, language) => {
		const form = `<</Subtype/Form/Length ${TEXT.length}>>\nstream\n${TEXT}\nendstream`;
		const resources = '/Resources<</XObject<</X 10 0 R>>>>';
		expect((await decideFindingsOf(content, resources, '', [form])).language).toBe(language);
	});

	test('the appearance of an annotation may have a language of its own', async () => {
		const form = `<</Subtype/Form/Length ${TEXT.length}>>\nstream\n${TEXT}\nendstream`;
		const annotations = '/Annots[<</AP<</N 10 0 R>>>>]';
		expect((await decideFindingsOf('q Q', annotations, '', [form])).language).toBe('unknown');
	});
});

describe('text in a font that is not embedded', () => {
	const fonts = (font: string) => `/Resources<</Font<</F ${font}>>>>`;
	const MISSING = fonts('<</Subtype/Type1/BaseFont/Helvetica>>');

	test.each([
		['of the fonts that there are none', TEXT, '', 'ruled out'],
		['a standard font', TEXT, MISSING, 'found'],
		['a font that is not used', 'q Q', MISSING, 'unknown'],
		['blanks', TEXT.replace('A text', '   '), MISSING, 'unknown'],
		['invisible text', `3 Tr ${TEXT}`, MISSING, 'unknown'],
		['text that is filled', `0 Tr ${TEXT}`, MISSING, 'found'],
		['text that was invisible before', `q 3 Tr Q ${TEXT}`, MISSING, 'found'],
		['text beyond the page', `1 0 0 1 9000 0 cm ${TEXT}`, MISSING, 'unknown'],
		['a font that is not there', TEXT.replace('/F', '/G'), MISSING, 'unknown'],
		['a font drawn by content', TEXT, fonts('<</Subtype/Type3>>'), 'ruled out'],
		['an embedded font', TEXT, fonts('<</FontDescriptor<</FontFile2 4 0 R>>>>'), 'ruled out'],
	])('%s: %s', async (_what, content, entries, font) => {
		expect((await decideFindingsOf(content, entries)).font).toBe(font);
	});

	test('takes the text mode from the previous stream', async () => {
		const streams = (first: string) =>
			[first, TEXT].map((data) => `<</Length ${data.length}>>\nstream\n${data}\nendstream`);
		const contents = `/Contents[10 0 R 11 0 R]${MISSING}`;
		expect((await decideFindingsOf('', contents, '', streams('3 Tr'))).font).toBe('unknown');
		expect((await decideFindingsOf('', contents, '', streams('0 Tr'))).font).toBe('found');
	});

	test('a form may start with another text mode', async () => {
		const form = `<</Subtype/Form${MISSING}/Length ${TEXT.length}>>\nstream\n${TEXT}\nendstream`;
		const resources = '/Resources<</XObject<</X 10 0 R>>>>';
		expect((await decideFindingsOf('/X Do', resources, '', [form])).font).toBe('unknown');
	});
});

test('places an inline image on the page or outside it', async () => {
	const pageWith = async (content: string) => {
		const writer = new PdfWriter()
			.object(1, '<</Type/Catalog/Pages 2 0 R>>')
			.object(2, '<</Type/Pages/Count 1/Kids[3 0 R]/MediaBox[0 0 600 800]>>')
			.object(3, '<</Type/Page/Parent 2 0 R/Contents 4 0 R>>')
			.stream(4, '', content);
		return (await inspectBytes(writer.end().bytes())).imageOnlyPages;
	};
	expect(await pageWith('10 0 0 10 50 50 cm BI /W 1 /H 1 ID x EI ')).toBe(1);
	expect(await pageWith('10 0 0 10 5000 50 cm BI /W 1 /H 1 ID x EI ')).toBe(0);
	expect(await pageWith('10 0 0 10 50 50 cm 0 0 .1 .1 re W n 1 0 0 1 2 2 cm BI ID x EI ')).toBe(0);
});
