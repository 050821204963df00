import { PdfWriter } from '../../../support/pdfWriter';
import { inspectBytes } from '../../inspectBytes';

const TEXT = 'BT /F 12 Tf 9 9 Td (A text) Tj ET';
const GROUPS = '/OCGs[20 0 R 21 0 R]';

/** Reads a page whose content may be in group 20, which is hidden, or in group 21, which is visible. */
async function inspectPage(content: string, page = '', configuration = '/OFF[20 0 R]') {
	const layers = `/OCProperties<<${GROUPS}/D<<${configuration}>>>>`;
	const members = (policy: string, groups = '[20 0 R 21 0 R]') =>
		`<</Type/OCMD/OCGs ${groups}${policy}>>`;
	const properties = `/Properties<</Off 20 0 R/On 21 0 R/AnyOn ${members('')}/AllOn ${members(
		'/P/AllOn',
	)}/AnyOff ${members('/P/AnyOff')}/AllOff ${members('/P/AllOff')}/OneOff ${members(
		'',
		'20 0 R',
	)}/None ${members('/P/AllOff', '[]')}/WithNull ${members('/P/AllOff', '[20 0 R null]')}/Expression<</Type/OCMD/VE[/Not 21 0 R]>>>>`;
	const xobjects =
		'/XObject<</Image 10 0 R/HiddenImage 11 0 R/HiddenForm 12 0 R/Form 13 0 R/TwoImages 15 0 R>>';
	const writer = new PdfWriter()
		.object(1, `<</Type/Catalog/Pages 2 0 R${layers}>>`)
		.object(2, '<</Type/Pages/Count 1/Kids[3 0 R]/MediaBox[0 0 600 800]>>')
		.object(
			3,
			`<</Type/Page/Parent 2 0 R/Contents 4 0 R/Resources<<${properties}${xobjects}>>${page}>>`,
		)
		.stream(4, '', content)
		.stream(10, '/Subtype/Image', 'x')
		.stream(11, '/Subtype/Image/OC 20 0 R', 'x')
		.stream(12, '/Subtype/Form/OC 20 0 R', TEXT)
		.stream(13, '/Subtype/Form/Resources<</XObject<</Image 10 0 R>>>>', '9 0 0 9 0 0 cm /Image Do')
		.stream(
			15,
			'/Subtype/Form/Resources<</XObject<</Image 10 0 R>>>>',
			'q 9 0 0 9 2400 0 cm /Image Do Q 9 0 0 9 0 0 cm /Image Do',
		)
		.stream(14, '/Subtype/Form', TEXT)
		.object(20, '<</Type/OCG/Name(Hidden)>>')
		.object(21, '<</Type/OCG/Name(Visible)>>');
	const { imageOnlyPages, text, unknown } = await inspectBytes(writer.end().bytes());
	return { imageOnlyPages, text, reason: unknown.text };
}

const inLayer = (layer: string, content = TEXT) => `/OC /${layer} BDC ${content} EMC `;

test.each([
	['Off', 'none'],
	['On', 'all'],
	['AnyOn', 'all'],
	['AllOn', 'none'],
	['AnyOff', 'all'],
	['AllOff', 'none'],
	['OneOff', 'none'],
	['None', 'all'],
	['Missing', 'all'],
	['WithNull', 'all'],
])('text in the layer %s: %s of the pages show text', async (layer, text) => {
	expect(await inspectPage(inLayer(layer))).toMatchObject({ text });
});

test('a layer that depends on an expression is unknown', async () => {
	expect(await inspectPage(inLayer('Expression'))).toEqual({
		imageOnlyPages: null,
		text: null,
		reason: 'an expression decides what a page shows',
	});
});

test.each([
	['/BaseState/OFF', 'none'],
	['/BaseState/OFF/ON[21 0 R]', 'all'],
	['/BaseState/OFF/ON[20 0 R]', 'none'],
	['/BaseState/ON/OFF[21 0 R]', 'none'],
	['', 'all'],
])('text in a layer with the configuration %j: %s', async (configuration, text) => {
	expect(await inspectPage(inLayer('On'), '', configuration)).toMatchObject({ text });
});

test('hides a layer inside a hidden layer, but not the content after it', async () => {
	expect(await inspectPage(inLayer('Off', inLayer('On')))).toMatchObject({ text: 'none' });
	expect(await inspectPage(inLayer('Off') + TEXT)).toMatchObject({ text: 'all' });
});

test('counts the inner ones of many nested layers', async () => {
	const nested = (layers: readonly string[]) =>
		layers.reduceRight((content, layer) => inLayer(layer, content), TEXT);
	expect(await inspectPage(nested(['On', 'On', 'On', 'On', 'Off']))).toMatchObject({
		text: 'none',
	});
	expect(await inspectPage(nested(['On', 'Off', 'On', 'On', 'On']))).toMatchObject({
		text: 'none',
	});
});

test('finds a visible text among many hidden ones', async () => {
	const texts = Array.from({ length: 100 }, (_, index) => TEXT.replace('text', `text ${index}`));
	expect(await inspectPage(inLayer('Off', texts.join(' ')) + TEXT)).toMatchObject({ text: 'all' });
});

test('more texts in a hidden layer than the limit change nothing', async () => {
	const texts = Array.from({ length: 1100 }, (_, index) => TEXT.replace('text', `text ${index}`));
	expect(await inspectPage(inLayer('Off', texts.join(' ')))).toMatchObject({ text: 'none' });
	const layers = texts.map((text) => inLayer('Off', text));
	expect(await inspectPage(layers.join(''))).toMatchObject({ text: 'none' });
});

test('a page with texts in too many hidden layers is unknown', async () => {
	const layers = (count: number) =>
		Array.from({ length: count }, (_, index) => inLayer('Off', inLayer(`L${index}`))).join('');
	expect(await inspectPage(layers(1000))).toMatchObject({ text: 'none' });
	expect(await inspectPage(layers(1001))).toMatchObject({
		reason: 'the content of a page cannot be read completely',
	});
});

test.each([
	['9 0 0 9 0 0 cm /Image Do', 1],
	['9 0 0 9 0 0 cm /HiddenImage Do', 0],
	[inLayer('Off', '/Image Do'), 0],
	[inLayer('On', '/Image Do'), 1],
])('an image painted by %j: %d pages with images', async (content, imageOnlyPages) => {
	expect(await inspectPage(content)).toMatchObject({ imageOnlyPages });
});

test('a form may be hidden as a whole', async () => {
	expect(await inspectPage('/HiddenForm Do')).toMatchObject({ text: 'none' });
});

test.each([
	['/OC 20 0 R', 'none'],
	['/OC 21 0 R', 'all'],
	['', 'all'],
])('text in an annotation with %j: %s', async (layer, text) => {
	const annotations = `/Annots[<</AP<</N 14 0 R>>${layer}>>]`;
	expect(await inspectPage('', annotations)).toMatchObject({ text });
});

test.each([
	['/Form Do', 1],
	['1 0 0 1 2400 0 cm /Form Do', 0],
	['1 0 0 1 0 -10 cm /Form Do', 0],
	['1 0 0 1 0 -8 cm /Form Do', 1],
	['/TwoImages Do', 1],
	['1 0 0 1 -2400 0 cm /TwoImages Do', 1],
	['1 0 0 1 0 900 cm /TwoImages Do', 0],
])('an image in a form painted by %j: %d pages with images', async (content, imageOnlyPages) => {
	expect(await inspectPage(content)).toMatchObject({ imageOnlyPages });
});
