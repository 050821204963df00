import { deflateSync } from 'node:zlib';

import { READER_LIMITS } from '../../../../pdf/readerLimits';
import { PdfWriter, tagsOf } from '../../support/pdfWriter';
import { inspectBytes, expectAnswers } from '../inspectBytes';
import { plain } from '../writers';
import type { Inspection } from '../../../../pdf/inspect';

const LARGE = '/Subtype/Image/Width 1000/Height 1000';
const SMALL = '/Subtype/Image/Width 10/Height 10';
const FORM = '/Subtype/Form';
const DRAWING = '0 0 9 9 re f';
const TEXT = (length: number) => `BT (${'ab'.repeat(length / 2)}) Tj ET`;

/** One page with this content, the image /I, the form /F, and these other entries. */
function write(content: string | Buffer, image = SMALL, form = '', page = ''): PdfWriter {
	const resources = '/Resources<</XObject<</I 5 0 R/F 6 0 R/F#31 6 0 R>>>>';
	return new PdfWriter()
		.object(1, '<</Type/Catalog/Pages 2 0 R>>')
		.object(2, '<</Type/Pages/Count 1/Kids[3 0 R]>>')
		.object(3, `<</Type/Page/Contents 4 0 R${resources}${page}>>`)
		.stream(4, '', content)
		.stream(5, image, 'x')
		.stream(6, '/Subtype/Form', form);
}

const count = async (writer: PdfWriter) =>
	(await inspectBytes(writer.end().bytes())).image_only_pages;

test.each<[string, PdfWriter, number]>([
	['a page of an image', write('q /I Do Q'), 1],
	['a blank page', write(''), 0],
	['text', write(TEXT(20)), 0],
	['an image and text', write(`/I Do ${TEXT(20)}`), 0],
	['an image and blanks', write('/I Do ( ) Tj'), 1],
	['an image and one character, many times', write('/I Do <00030003> Tj'), 1],
	['a large image and a stamp', write(`/I Do ${TEXT(20)}`, LARGE), 1],
	['a large image and 100 characters', write(`/I Do ${TEXT(100)}`, LARGE), 1],
	['a large image and more text', write(`/I Do ${TEXT(100)} (c) Tj`, LARGE), 0],
	['a large image and a page of text', write(`/I Do ${TEXT(400)}`, LARGE), 0],
	['a large image and a layer of invisible text', write(`/I Do 3 Tr ${TEXT(400)}`, LARGE), 0],
	['an image in a form', write('/F Do', SMALL, '/I Do'), 1],
	[
		'an image in a form whose resources are an object of their own',
		write('/F Do')
			.object(7, '<</XObject<</J 5 0 R>>>>')
			.stream(6, '/Subtype/Form/Resources 7 0 R', '/J Do'),
		1,
	],
	['an image, and text in a form', write('/I Do /F Do', SMALL, TEXT(20)), 0],
	['a form with an escaped name', write('/I Do /F1 Do', SMALL, TEXT(20)), 0],
	['a form in a circle', write('/I Do /F Do', SMALL, '/F Do'), 1],
	['strings that are not shown', write('/Span <</ActualText (abcdef)>> BDC /I Do EMC'), 1],
	['an escaped string', write('/I Do (\\101\\102\\)\\n) Tj'), 0],
	['a string in hexadecimal', write('/I Do [<4142> -20 <43>] TJ'), 0],
	['text in a comment', write(`/I Do % ${TEXT(20)}`), 1],
	['a missing stream before another', write('/I Do', SMALL, '', '/Contents[99 0 R 4 0 R]'), 1],
	[
		'streams that a separate object lists',
		write('/I Do', SMALL, '', '/Contents 7 0 R').object(7, '[99 0 R 4 0 R]'),
		1,
	],
	['an image that is not painted', write('q Q'), 0],
	['an image that is missing', write('/J Do'), 0],
])('%s', async (_, writer, expected) => {
	expect(await count(writer)).toBe(expected);
});

describe('an inline image', () => {
	const image = (dictionary: string, data: string, after: string) =>
		write(`BI /W 9 /H 9 ${dictionary} ID ${data}EI${after}`);

	test.each<[string, PdfWriter, number]>([
		['alone', image('', '\x01\x02\n', ' Q'), 1],
		['at the very end', image('', '\x01\x02\n', ''), 1],
		['before text', image('', '\x01\x02\n', ` ${TEXT(20)}`), 0],
		['whose data end directly before EI', image('', '\x01\x02', ` ${TEXT(20)}`), 0],
		['with EI in its data', image('', '\x01 EI \x02\x03(\x04\n', ` ${TEXT(20)}`), 0],
		['in base 85', image('/F/A85', 'ab EI (cd~>', ` ${TEXT(20)}`), 0],
		['in hexadecimal', image('/F[/AHx]', '01 02>', ` ${TEXT(20)}`), 0],
	])('%s', async (_, writer, expected) => {
		expect(await count(writer)).toBe(expected);
	});
});

test('EI in the data of an inline image may be all that is known yet', async () => {
	const start = 'BI /W 9 /H 9 ID ';
	// Content is read in pieces of 16 kB; the first one ends here.
	const data = `${'\x01'.repeat(2 ** 14 - start.length - 6)}EI abc\x02%\x03`;
	const content = `${start}${data} EI ${TEXT(20)}${' '.repeat(2 ** 16)}`;
	expect(await count(write(content))).toBe(0);
});

test('an operator may be in the next stream of its page', async () => {
	const page = '/Contents[7 0 R 8 0 R]';
	const split = (first: string, second: string) =>
		count(write('', SMALL, '', page).stream(7, '', first).stream(8, '', second));
	expect(await split('/I', 'Do')).toBe(1);
	expect(await split('/I Do (abcd)', 'Tj')).toBe(0);
});

test('annotations count only on a page without content', async () => {
	const annotated = (content: string, appearance: string, image = LARGE) =>
		count(
			write(content, image, appearance, '/Annots[7 0 R]')
				.object(7, '<</Subtype/Stamp/AP<</N 8 0 R>>>>')
				.stream(8, '/Subtype/Form/Resources<</XObject<</I 5 0 R>>>>', appearance),
		);
	expect(await annotated('/I Do', TEXT(400))).toBe(1);
	expect(await annotated('', '/I Do')).toBe(1);
	expect(await annotated('', TEXT(400))).toBe(0);
	expect(await annotated('0 0 m S', '/I Do')).toBe(0);
});

test('each annotation counts that has an appearance, with the resources of the appearance', async () => {
	const IMAGE = '/Resources<</XObject<</I 5 0 R>>>>';
	const annotated = (annotations: string, resources = IMAGE) =>
		count(
			write('', LARGE, '', `/Annots ${annotations}`)
				.object(7, '<</Subtype/Link>>')
				.object(8, '<</Subtype/Stamp/AP<</N 11 0 R>>>>')
				.object(9, '<</Subtype/Stamp/AP 13 0 R/AS 14 0 R>>')
				.object(10, '[7 0 R 8 0 R]')
				.stream(11, `/Subtype/Form${resources}`, '/I Do')
				.stream(12, '/Subtype/Form', TEXT(400))
				.object(13, '<</D 11 0 R/N<</On 12 0 R>>>>')
				.object(14, '/On')
				.object(15, '<</Subtype/Stamp/AP<</N 16 0 R>>>>')
				.stream(16, '/Subtype/Form/Filter/Other', 'x')
				.object(17, '<</Subtype/Stamp/AP<</D 11 0 R/R 11 0 R>>>>'),
		);
	expect(await annotated('[null 99 0 R 7 0 R 8 0 R]')).toBe(1);
	expect(await annotated('10 0 R')).toBe(1);
	expect(await annotated('[8 0 R]', '')).toBe(0);
	expect(await annotated('[8 0 R 9 0 R]')).toBe(0);
	expect(await annotated('[17 0 R]')).toBe(0);
	// An appearance that cannot be read may show text, unless there is enough already.
	expect(await annotated('[8 0 R 15 0 R]')).toBeNull();
	expect(await annotated('[9 0 R 15 0 R]')).toBe(0);
});

test('the appearance of a check box is that of its state, written directly or not', async () => {
	const annotated = (appearance: string, state: string) =>
		count(
			write('', SMALL, '', '/Annots[7 0 R]')
				.object(7, `<</Subtype/Widget/FT/Btn${state}/AP<</N ${appearance}>>>>`)
				.object(8, '<</On 9 0 R/Off 10 0 R>>')
				.stream(9, '/Subtype/Form/Resources<</XObject<</I 5 0 R>>>>', '/I Do')
				.stream(10, '/Subtype/Form', TEXT(400)),
		);
	for (const states of ['8 0 R', '<</On 9 0 R/Off 10 0 R>>']) {
		expect(await annotated(states, '/AS/On')).toBe(1);
		expect(await annotated(states, '/AS/Off')).toBe(0);
		expect(await annotated(states, '/AS/Other')).toBe(0);
		expect(await annotated(states, '')).toBe(0);
	}
	expect(await annotated('9 0 R', '/AS/On')).toBe(1);
});

test.each<[string, number, string | null]>([
	['/Width 1/Height 1', 0, 'review'],
	['/Width 7/Height 9', 0, 'review'],
	['/Width 8/Height 8', 1, 'tag_with_ocr'],
	// Of a size that is not known, it counts.
	['', 1, 'tag_with_ocr'],
	['/Width 8', 1, 'tag_with_ocr'],
	['/Height 8', 1, 'tag_with_ocr'],
])('an image of a few pixels is a drawing: %s', async (size, imageOnlyPages, recommendation) => {
	const bytes = write('/I Do', `/Subtype/Image${size}`).end().bytes();
	expect(await inspectBytes(bytes)).toMatchObject({
		image_only_pages: imageOnlyPages,
		recommendation,
	});
	const inline = size.replace('Width', 'W').replace('Height', 'H');
	expect(await count(write(`BI ${inline} ID x EI`))).toBe(imageOnlyPages);
});

test('a large image has 500,000 pixels, alone or with others', async () => {
	const countAll = (...sizes: string[]) => {
		const names = sizes.map((_, index) => `/N${index}`);
		const entries = names.map((name, index) => `${name} ${10 + index} 0 R`);
		const content = `${names.map((name) => `${name} Do`).join(' ')} ${TEXT(20)}`;
		const writer = write(content, '', '', `/Resources<</XObject<<${entries.join('')}>>>>`)
			.object(20, '1000')
			.object(21, '/Image');
		sizes.forEach((size, index) => writer.stream(10 + index, size, 'x'));
		return count(writer);
	};
	expect(await countAll('/Subtype/Image/Width 1000/Height 500')).toBe(1);
	expect(await countAll('/Subtype/Image/Width 1000/Height 499.99')).toBe(0);
	expect(await countAll('/Subtype/Image/W 500/H 500', '/Subtype/Image/W 500/H 500')).toBe(1);
	expect(await countAll('/Subtype/Image/W 500/H 500', '/Subtype/Image/W 500/H 499')).toBe(0);
	expect(await countAll('/Subtype 21 0 R/Width 20 0 R/Height 20 0 R')).toBe(1);
	// The full names count, if an image has both.
	expect(await countAll('/Subtype/Image/W 9/H 9/Width 1000/Height 1000')).toBe(1);
	// A negative size does not take pixels away.
	expect(await countAll('/Subtype/Image/W -9/H 9', '/Subtype/Image/W 500/H 1000')).toBe(1);
});

test('a pattern with an image counts beside an image of one pixel', async () => {
	const pattern = '/PatternType 1/Resources<</XObject<</I 8 0 R>>>>';
	const page = '/Resources<</XObject<</I 5 0 R>>/Pattern<</P 7 0 R>>>>';
	const writer = write('/I Do /Pattern cs /P scn f', '/Subtype/Image/Width 1/Height 1', '')
		.object(3, `<</Type/Page/Contents 4 0 R${page}>>`)
		.stream(7, pattern, '/I Do')
		.stream(8, LARGE, 'x');
	expect(await count(writer)).toBe(1);
});

test('an image may be painted through a soft mask or with a pattern', async () => {
	const inner = '/Resources<</XObject<</I 5 0 R>>>>';
	const used = (resources: string) =>
		count(
			write('0 0 9 9 re f', SMALL, '', `/Resources<<${resources}>>`)
				.object(7, '<</SMask<</S/Alpha/G 8 0 R>>>>')
				.stream(8, `/Subtype/Form${inner}`, '/I Do')
				.stream(9, `/PatternType 1${inner}`, '/I Do')
				.object(10, '<</PatternType 2/Shading<<>>>>')
				.object(11, '<</G 12 0 R>>')
				.object(12, '<</SMask 13 0 R>>')
				.object(13, '<</S/Alpha/G 8 0 R>>')
				.object(14, '<</P 9 0 R>>')
				.stream(15, '/PatternType 1', '/I Do'),
		);
	expect(await used('/ExtGState<</G 7 0 R>>')).toBe(1);
	expect(await used('/Pattern<</P 9 0 R>>')).toBe(1);
	expect(await used('')).toBe(0);
	expect(await used('/Pattern<</P<</PatternType 2>>/Q 10 0 R>>')).toBe(0);
	expect(await used('/ExtGState<</F 5 0 R/G 7 0 R>>')).toBe(1);
	expect(await used('/ExtGState 11 0 R')).toBe(1);
	expect(await used('/ExtGState<</F<</SMask/None>>>>')).toBe(0);
	expect(await used('/Pattern 14 0 R')).toBe(1);
	// Without resources of its own, a pattern uses those of the page.
	expect(await used('/XObject<</I 5 0 R>>/Pattern<</P 15 0 R>>')).toBe(1);
});

test('of patterns, only images count', async () => {
	const inner = '/Resources<</XObject<</I 5 0 R>>>>';
	const inspectWith = async (content: string, pattern: string, image = LARGE) => {
		const resources = '/Resources<</XObject<</I 5 0 R>>/Pattern<</P 7 0 R>>>>';
		const writer = write(content, image, '', resources).stream(
			7,
			`/PatternType 1${inner}`,
			pattern,
		);
		return await inspectBytes(writer.end().bytes());
	};
	const drawing = await inspectWith(DRAWING, TEXT(400));
	expect(drawing.reasons).toContain('No page shows text or an image');
	// A scan may show a few characters, but an image that may not be painted makes no scan of them.
	expect(await inspectWith(TEXT(20), '/I Do')).toMatchObject({ image_only_pages: 0 });
	expect(await inspectWith('', DRAWING)).toMatchObject({ recommendation: 'review' });
});

/** Of a page with these content streams, /N, and a pattern and annotation beside them, cannot be read. */
describe.each(['/Filter/Other', '/Type/Other'])('of a stream with %s', (unreadable) => {
	test.each<[number | null, string[], form?: string]>([
		[0, [TEXT(120), 'unreadable']],
		[null, [TEXT(118), 'unreadable']],
		[0, [`${TEXT(120)} /N Do`]],
		[null, [`${TEXT(118)} /N Do`]],
		[0, [TEXT(60), `${TEXT(60)} /N Do`]],
		[null, [TEXT(58), `${TEXT(60)} /N Do`]],
		[0, ['/F Do /N Do'], TEXT(120)],
		[null, ['/F Do /N Do'], TEXT(118)],
		[null, ['/F Do'], `${TEXT(118)} /N Do`],
		// With any text, or more than a tiny image, patterns and annotations do not matter.
		[0, [TEXT(2)]],
		[0, ['/F Do'], TEXT(2)],
		[1, ['/I Do']],
		[null, ['/J Do']],
		[null, ['']],
	])('what cannot be read matters until a page shows enough: %s of %j, %s', async (...row) => {
		const [expected, contents, form = ''] = row;
		const resources = '/XObject<</F 10 0 R/N 11 0 R/I 12 0 R/J 13 0 R>>/Pattern<</P 11 0 R>>';
		const writer = plain(1)
			.stream(10, '/Subtype/Form', form)
			.stream(11, unreadable, 'x')
			.stream(12, '/Subtype/Image/Width 8/Height 8', 'x')
			.stream(13, '/Subtype/Image/Width 7/Height 9', 'x');
		const references = contents.map((content, index) => {
			if (content === 'unreadable') return '11 0 R';
			writer.stream(20 + index, '', content);
			return `${20 + index} 0 R`;
		});
		const entries = `/Contents[${references.join(' ')}]/Resources<<${resources}>>`;
		writer.object(100, `<</Type/Page/Annots[<</AP<</N 11 0 R>>>>]${entries}>>`);
		expect(await count(writer)).toBe(expected);
	});
});

test('objects that cannot be read do not matter if the page does not paint them', async () => {
	// A reference to itself cannot be read.
	const painted = (content: string, xobjects: string) =>
		count(
			write(content, SMALL, '', `/Resources<</XObject ${xobjects}>>`)
				.object(7, '7 0 R')
				.object(8, '[5 0 R]'),
		);
	expect(await painted('q Q', '7 0 R')).toBe(0);
	expect(await painted('/I Do', '7 0 R')).toBeNull();
	expect(await painted('/I Do', '<</I 5 0 R/J 7 0 R>>')).toBe(1);
	expect(await painted('/J Do', '<</I 5 0 R/J 7 0 R>>')).toBeNull();
	// Only streams can be painted.
	expect(await painted('/I Do', '<</I 8 0 R>>')).toBe(0);
	expect(await painted('/I Do', `<</I<<${LARGE}>>>>`)).toBe(0);
	expect(await painted('/I Do', '<</I 99 0 R>>')).toBe(0);
});

test('forms are read within 20 forms', async () => {
	const nest = (depth: number) => {
		const writer = write('/N Do', SMALL, '', '/Resources<</XObject<</N 10 0 R>>>>');
		for (let level = 0; level < depth; level += 1) {
			const next = level + 1 < depth ? `${11 + level} 0 R` : '5 0 R';
			writer.stream(10 + level, `/Subtype/Form/Resources<</XObject<</N ${next}>>>>`, '/N Do');
		}
		return writer;
	};
	expect(await count(nest(20))).toBe(1);
	const { unknown } = await inspectBytes(nest(21).end().bytes());
	expect(unknown.image_only_pages).toBe('the forms of a page are nested too deep');
});

test('a form that is on every page is read once', async () => {
	const images = Array.from({ length: 100 }, (_, index) => `/N${index}`);
	const entries = images.map((name) => `${name} 11 0 R`).join('');
	const kids = Array.from({ length: 300 }, (_, index) => `${100 + index} 0 R`).join(' ');
	const writer = plain(300)
		.stream(3, '', '/F Do')
		.stream(10, `/Subtype/Form/Resources<</XObject<<${entries}>>>>`, `${images.join(' Do ')} Do`)
		.stream(11, SMALL, 'x')
		.object(2, `<</Type/Pages/Count 300/Kids[${kids}]/Resources 12 0 R>>`)
		.object(12, '<</XObject<</F 10 0 R>>>>')
		.end();
	const limits = { ...READER_LIMITS, objectWorkBytes: 1024 ** 2 };
	const { image_only_pages: imageOnlyPages } = await inspectBytes(writer.bytes(), { limits });
	expect(imageOnlyPages).toBe(300);
});

test.each<[string, string, string[]]>([
	['lines', DRAWING, ['Some pages show only drawings, which have no text']],
	['lines in a form', '/F Do', ['Some pages show only drawings, which have no text']],
	['a tiny image', '/I Do', ['Some pages show only drawings, which have no text']],
	['nothing', 'q Q', ['It is not tagged']],
	['a form of nothing', '/G Do', ['It is not tagged']],
])('beside a page of text, a page may show %s', async (_, content, reasons) => {
	// Lines in a pattern do not count.
	const resources = '/XObject<</F 11 0 R/G 12 0 R/I 13 0 R>>/Pattern<</P 11 0 R>>';
	const writer = plain(2)
		.object(101, `<</Type/Page/Contents[10 0 R 12 0 R]/Resources<<${resources}>>>>`)
		.stream(10, '', content)
		.stream(11, FORM, DRAWING)
		.stream(12, FORM, '')
		.stream(13, '/Subtype/Image/Width 1/Height 1', 'x')
		.end();
	expect((await inspectBytes(writer.bytes())).reasons).toEqual(reasons);
});

test.each([
	['is missing', '/Length 0/Type/Other', ''],
	['is cut off', '/Filter/FlateDecode', deflateSync(TEXT(50)).subarray(0, 20)],
	['has an unknown filter', '/Filter/Other', 'x'],
	['has thousands of filters', `/Filter[${'/Crypt'.repeat(5000)}]`, 'x'],
])('content that %s may show text', async (_, dictionary, data) => {
	const writer = write('').stream(4, dictionary, data);
	const { image_only_pages: imageOnlyPages, unknown } = await inspectBytes(writer.end().bytes());
	expect(imageOnlyPages).toBeNull();
	expect(unknown.image_only_pages).toContain('content of a page cannot be read');
});

test('a name may be split between two pieces of a large stream', async () => {
	expect(await count(write(`${' '.repeat(2 ** 16 - 1)}/I Do`))).toBe(1);
});

test('two forms that paint each other are read alike on every page', async () => {
	const form = '/Subtype/Form/Resources 9 0 R';
	const forms = (first: string, second: string) =>
		count(
			new PdfWriter()
				.object(1, '<</Type/Catalog/Pages 2 0 R>>')
				.object(2, '<</Type/Pages/Count 2/Kids[3 0 R 4 0 R]/Resources 9 0 R>>')
				.object(3, '<</Type/Page/Parent 2 0 R/Contents 5 0 R>>')
				.object(4, '<</Type/Page/Parent 2 0 R/Contents 6 0 R>>')
				.stream(5, '', first)
				.stream(6, '', second)
				.stream(7, form, `${TEXT(20)} /G Do`)
				.stream(8, form, '/I Do /F Do')
				.object(9, '<</XObject<</F 7 0 R/G 8 0 R/I 10 0 R>>>>')
				.stream(10, SMALL, 'x'),
		);
	expect([await forms('/F Do', '/G Do'), await forms('/G Do', '/F Do')]).toEqual([0, 0]);
});

/** Estimated as 112 kB. */
const LONG = `/X[${'1 0 R '.repeat(2_000)}]`;

/** What each level paints, and its dictionary, which leads to the next level, and a long object of it. */
test.each<[string, string, (next: string, other: string) => [dictionary: string, long: string]]>([
	['a form', '/N Do', (next) => [`${FORM}/Resources<</XObject<</N ${next}>>>>${LONG}`, '']],
	[
		'resources',
		'/N Do',
		(next, other) => [`${FORM}/Resources ${other}`, `/XObject<</N ${next}>>${LONG}`],
	],
	[
		'names of forms',
		'/N Do',
		(next, other) => [`${FORM}/Resources<</XObject ${other}>>`, `/N ${next}${LONG}`],
	],
	[
		'patterns',
		DRAWING,
		(next, other) => [`/PatternType 1/Resources<</Pattern ${other}>>`, `/N ${next}${LONG}`],
	],
	[
		'graphics states',
		DRAWING,
		(next, other) => [
			`${FORM}/Resources<</ExtGState ${other}>>`,
			`/N<</SMask<</G ${next}>>>>${LONG}`,
		],
	],
])('on many levels, long objects take memory together: %s', async (_, content, writeLevel) => {
	const countAt = async (levels: number) => {
		const writer = write(content, LARGE);
		for (let level = 0; level < levels; level += 1) {
			const next = level + 1 < levels ? `${11 + level} 0 R` : '5 0 R';
			const [dictionary, long] = writeLevel(next, `${31 + level} 0 R`);
			writer.stream(10 + level, dictionary, content).object(31 + level, `<<${long}>>`);
		}
		const top = '/XObject<</N 10 0 R>>/Pattern<</N 10 0 R>>/ExtGState<</N<</SMask<</G 10 0 R>>>>>>';
		writer.object(3, `<</Type/Page/Contents 4 0 R/Resources<<${top}>>>>`);
		const limits = { ...READER_LIMITS, parsedBytes: 500_000 };
		const inspection = await inspectBytes(writer.end().bytes(), { limits });
		return inspection.image_only_pages ?? inspection.unknown.image_only_pages;
	};
	expect(await countAt(2)).toBe(1);
	expect(await countAt(8)).toBe('it needs more memory than the reader takes');
});

test('forms beside each other do not take memory together', async () => {
	const names = Array.from({ length: 80 }, (_, index) => `/N${index}`);
	const entries = names.map((name, index) => `${name} ${10 + index} 0 R`).join('');
	const content = `${names.join(' Do ')} Do`;
	const writer = write(content, SMALL, '', `/Resources<</XObject<<${entries}>>>>`);
	names.forEach((_, index) => {
		writer.stream(10 + index, `${FORM}/Resources<</XObject<</I 5 0 R>>>>${LONG}`, '/I Do');
	});
	const limits = { ...READER_LIMITS, parsedBytes: 8_000_000 };
	expect((await inspectBytes(writer.end().bytes(), { limits })).image_only_pages).toBe(1);
});

test('what a form without resources shows depends on the page that paints it', async () => {
	const writer = new PdfWriter()
		.object(1, '<</Type/Catalog/Pages 2 0 R>>')
		.object(2, '<</Type/Pages/Count 2/Kids[3 0 R 4 0 R]>>')
		.object(3, '<</Type/Page/Contents 5 0 R/Resources<</XObject<</F 6 0 R/I 7 0 R>>>>>>')
		.object(4, '<</Type/Page/Contents 5 0 R/Resources<</XObject<</F 6 0 R>>>>>>')
		.stream(5, '', '/F Do')
		.stream(6, '/Subtype/Form', '/I Do')
		.stream(7, SMALL, 'x');
	expect(await count(writer)).toBe(1);
});

test('of a page with too many names or ends of an image it is not known what it shows', async () => {
	expect(await count(write(`BI /W 9 ID ${'EI\x01'.repeat(2000)}`))).toBeNull();
	const paints = Array.from({ length: 3000 }, (_, index) => `/N${index} Do`);
	expect(await count(write(paints.join(' ')))).toBeNull();
});

test('an empty stream may have a filter', async () => {
	expect(await count(write('').stream(4, '/Filter/FlateDecode', ''))).toBe(0);
});

test.each<[string, PdfWriter, Partial<Inspection>]>([
	[
		'resources of a node that is written into its parent',
		new PdfWriter()
			.object(1, '<</Type/Catalog/Pages 2 0 R>>')
			.object(2, '<</Type/Pages/Count 1/Kids[<</Type/Pages/Resources<<>>/Count 1/Kids[3 0 R]>>]>>')
			.object(3, '<</Type/Page/Contents 4 0 R>>')
			.stream(4, '', '/Im Do')
			.end(),
		{
			pages: 1,
			image_only_pages: null,
			unknown: {
				image_only_pages: 'a page inherits from something that is not an object of its own',
			},
		},
	],
	[
		'a page that is written into its parent',
		new PdfWriter()
			.object(1, '<</Type/Catalog/Pages 2 0 R>>')
			.object(2, '<</Type/Pages/Count 1/Kids[<</Type/Page>>]>>')
			.end(),
		{
			pages: 1,
			image_only_pages: null,
			unknown: { image_only_pages: 'a page is not an object of its own' },
		},
	],
	[
		'a page that inherits resources that are missing',
		plain().object(2, '<</Type/Pages/Count 2/Kids[100 0 R 101 0 R]/Resources 99 0 R>>').end(),
		{
			pages: 2,
			image_only_pages: null,
			unknown: { image_only_pages: 'a page inherits resources that do not exist' },
		},
	],
	[
		'a page tree that is written into the catalog',
		new PdfWriter()
			.object(1, '<</Type/Catalog/Pages<</Type/Pages/Count 1/Kids[3 0 R]>>>>')
			.object(3, '<</Type/Page/Contents 4 0 R>>')
			.stream(4, '', '(Text) Tj')
			.end(),
		{ pages: 1, image_only_pages: 0, recommendation: 'tag' },
	],
	['content that is a null object', plain().object(3, 'null').end(), { image_only_pages: 0 }],
])('%s', async (_, writer, answers) => {
	await expectAnswers(writer, answers);
});

test.each<[string, string, number | null]>([
	['', '', 1],
	['/Resources<<>>', '', 0],
	['', '/Resources<<>>', 0],
	// Nothing is the same as no entry.
	['/Resources null', '', 1],
	['/Resources 99 0 R', '', 1],
	['', '/Resources null', 1],
	['/Resources 99 0 R', '/Resources<<>>', 0],
	// The node above is not known.
	['', '/Resources 99 0 R', null],
])('with %j, a page in a node with %j inherits from the top', async (page, node, expected) => {
	const top = '/Resources<</XObject<</I 6 0 R>>>>';
	const writer = new PdfWriter()
		.object(1, '<</Type/Catalog/Pages 2 0 R>>')
		.object(2, `<</Type/Pages/Count 1/Kids[3 0 R]${top}>>`)
		.object(3, `<</Type/Pages/Parent 2 0 R/Count 1/Kids[4 0 R]${node}>>`)
		.object(4, `<</Type/Page/Parent 3 0 R/Contents 5 0 R${page}>>`)
		.stream(5, '', '/I Do')
		.stream(6, SMALL, 'x');
	expect(await count(writer)).toBe(expected);
});

test('content belongs to the structure tree by its page, or by a form that it paints', async () => {
	const taggedBy = async (form: string) =>
		await inspectBytes(
			plain(1, tagsOf(1))
				.object(100, '<</Type/Page/Contents 10 0 R/Resources<</XObject<</F 11 0 R>>>>>>')
				.stream(10, '', '/F Do')
				.stream(11, `/Subtype/Form${form}`, '(Text) Tj')
				.end()
				.bytes(),
		);
	expect((await taggedBy('/StructParents 0')).tagged).toBe(true);
	expect((await taggedBy('/StructParent 0')).tagged).toBe(true);
	for (const form of ['', '/StructParents null']) {
		expect((await taggedBy(form)).tagged).toBeNull();
	}
	const inner = '/Resources<</XObject<</F 12 0 R>>>>';
	const nested = await inspectBytes(
		plain(1, tagsOf(1))
			.object(100, '<</Type/Page/Contents 10 0 R/Resources<</XObject<</F 11 0 R>>>>>>')
			.stream(10, '', '/F Do')
			.stream(11, `/Subtype/Form${inner}`, '/F Do')
			.stream(12, '/Subtype/Form/StructParents 0', '(Text) Tj')
			.end()
			.bytes(),
	);
	expect(nested.tagged).toBe(true);
});

test('content belongs to the structure tree also by an image, or if it is an annotation', async () => {
	const inspectPage = async (page: string, image = '') =>
		await inspectBytes(
			plain(2, tagsOf(2))
				.object(101, `<</Type/Page/Contents 10 0 R/Resources<</XObject<</I 11 0 R>>>>${page}>>`)
				.stream(10, '', page.includes('Annots') ? '' : '/I Do')
				.stream(11, `${LARGE}${image}`, 'x')
				.end()
				.bytes(),
		);
	const annotated = await inspectPage('/Annots[<</AP<</N 11 0 R>>>>]');
	expect(annotated).toMatchObject({ tagged: true, image_only_pages: 1 });
	expect(await inspectPage('', '/StructParent 5')).toMatchObject({ tagged: true });
	expect((await inspectPage('')).unknown.tagged).toContain('but 1 of its pages may not be');
});

test('an image in a pattern does not tell whether its page belongs to the structure tree', async () => {
	const writer = plain(2, tagsOf(2))
		.object(101, '<</Type/Page/Contents 10 0 R/Resources<</Pattern<</P 11 0 R>>>>>>')
		.stream(10, '', DRAWING)
		.stream(11, '/PatternType 1/StructParents 5/Resources<</XObject<</I 12 0 R>>>>', '/I Do')
		.stream(12, LARGE, 'x')
		.end();
	expect((await inspectBytes(writer.bytes())).unknown.tagged).toContain('1 of its pages');
});

test('each page that cannot be read is in doubt, and the first one gives the reason', async () => {
	const writer = plain(3, tagsOf(3))
		.object(100, '<</Type/Page/Contents 11 0 R>>')
		.object(101, '<</Type/Page/Contents 10 0 R/Resources<</XObject<</F 12 0 R>>>>>>')
		.object(102, '<</Type/Page/Contents 10 0 R/Resources<</XObject<</F 12 0 R>>>>>>')
		.stream(10, '', '/F Do')
		.stream(11, '/Filter/Other', 'x')
		.stream(12, `${FORM}/Resources<</XObject<</G 13 0 R>>>>`, '/G Do')
		.stream(13, '/Type/Other', 'x')
		.end();
	expect((await inspectBytes(writer.bytes())).unknown).toMatchObject({
		image_only_pages: 'the content of a page cannot be read completely',
		tagged: 'it is tagged, but 3 of its pages may not be',
	});
});
