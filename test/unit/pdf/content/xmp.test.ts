import { readXmpTitle } from '../../../../pdf/content/xmp';
import { Unknown } from '../../../../pdf/unknown';
import { measureCpuMs } from '../../support/cpuTime';

const RDF = 'xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"';
const DC = 'xmlns:dc="http://purl.org/dc/elements/1.1/"';
const AUTHOR = '<dc:creator><rdf:Seq><rdf:li>Jane Author</rdf:li></rdf:Seq></dc:creator>';

const rdf = (content: string) =>
	`<?xpacket begin="\ufeff"?><x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF ${RDF}>${content}</rdf:RDF></x:xmpmeta><?xpacket end="w"?>`;
const describe_ = (content: string, attributes = '') =>
	rdf(`<rdf:Description rdf:about="" ${DC}${attributes}>${content}${AUTHOR}</rdf:Description>`);
const titled = (content: string) => describe_(`<dc:title>${content}</dc:title>`);
const alternatives = (items: string) => titled(`<rdf:Alt>${items}</rdf:Alt>`);
const attributes = (count: number) =>
	Array.from({ length: count }, (_, index) => ` a${index}=""`).join('');
const read = (xml: string, isComplete = true) => readXmpTitle(Buffer.from(xml), isComplete);

test.each<[string, string, string]>([
	['one language', alternatives('<rdf:li xml:lang="en">A title</rdf:li>'), 'A title'],
	[
		'the default language, which need not be the first',
		alternatives('<rdf:li xml:lang="de">Titel</rdf:li><rdf:li xml:lang="x-default">Title</rdf:li>'),
		'Title',
	],
	[
		'the default language in capitals',
		alternatives('<rdf:li xml:lang="de">Titel</rdf:li><rdf:li xml:lang="X-Default">Title</rdf:li>'),
		'Title',
	],
	[
		'the first of several languages without a default',
		alternatives('<rdf:li xml:lang="de">Titel</rdf:li><rdf:li xml:lang="en">Title</rdf:li>'),
		'Titel',
	],
	[
		'the default language, before which an item names no language',
		alternatives('<rdf:li>Titel</rdf:li><rdf:li xml:lang="x-default">Title</rdf:li>'),
		'Title',
	],
	['an empty item', alternatives('<rdf:li xml:lang="x-default"></rdf:li>'), ''],
	// Acrobat writes it if the title was deleted.
	['an item without content', alternatives('<rdf:li xml:lang="x-default"/>'), ''],
	['an empty list', titled('<rdf:Alt/>'), ''],
	['nothing in it', titled(''), ''],
	['no content', describe_('<dc:title/>'), ''],
	['no title', describe_(''), ''],
	['no RDF', '<x:xmpmeta xmlns:x="adobe:ns:meta/"/>', ''],
	['nothing at all', ' \n', ''],
	['a text alone', titled('A title'), 'A title'],
	['another list', titled('<rdf:Bag><rdf:li>A title</rdf:li></rdf:Bag>'), 'A title'],
	['a list in order', titled('<rdf:Seq><rdf:li>A title</rdf:li></rdf:Seq>'), 'A title'],
	['a text alone, with a language', describe_('<dc:title xml:lang="en">A</dc:title>'), 'A'],
	['a text of several parts', titled('A<![CDATA[ <b> ]]><!-- no -->title<?x y?>s'), 'A <b> titles'],
	['an instruction that contains a >', titled('A <?x y>z?>title'), 'A title'],
	['an attribute', describe_('', ' dc:title="A &quot;title&quot;"'), 'A "title"'],
	['an attribute in apostrophes', describe_('', ' dc:title=\'A "title"\''), 'A "title"'],
	[
		'another prefix',
		rdf(
			'<rdf:Description xmlns:d="http://purl.org/dc/elements/1.1/"><d:title>A title</d:title></rdf:Description>',
		),
		'A title',
	],
	[
		'the default namespace',
		rdf(
			'<rdf:Description><title xmlns="http://purl.org/dc/elements/1.1/">A title</title></rdf:Description>',
		),
		'A title',
	],
	[
		'a prefix of another namespace',
		rdf(
			'<rdf:Description xmlns:dc="other:"><dc:format>x</dc:format></rdf:Description>' +
				`<rdf:Description ${DC}><dc:title>A title</dc:title></rdf:Description>`,
		),
		'A title',
	],
	// ImagePrinter Pro writes it.
	[
		'a usual prefix that is not declared',
		rdf('<rdf:Description><dc:title>A title</dc:title></rdf:Description>'),
		'A title',
	],
	[
		'a prefix that an inner element declares anew',
		rdf(`<rdf:Description xmlns:dc="other:"><dc:title ${DC}>A title</dc:title></rdf:Description>`),
		'A title',
	],
	['CDATA', alternatives('<rdf:li><![CDATA[A <title> &amp;]]></rdf:li>'), 'A <title> &amp;'],
	[
		'entities and blanks',
		alternatives('<rdf:li>\n Fish &amp; &#99;&#x68;ips &lt;3&gt; </rdf:li>'),
		'Fish & chips <3>',
	],
	[
		'blanks around everything',
		` ${titled('\n <rdf:Alt>\n <rdf:li>\n A </rdf:li>\n <rdf:li>B</rdf:li>\n </rdf:Alt>\n ')}`,
		'A',
	],
	['blanks alone', titled(' \n'), ''],
	['blanks in a tag', describe_('', '\n  dc:title\n =\n " A "\n '), 'A'],
	[
		'comments beside each other',
		describe_('<!-- a --><!--> <dc:title>No</dc:title> -->', ' dc:title="A"'),
		'A',
	],
	[
		'no declaration of the prefix of the RDF',
		`<rdf:RDF><rdf:Description><dc:title>A</dc:title></rdf:Description></rdf:RDF>`,
		'A',
	],
	['an attribute that declares nothing', describe_('<dc:title>A</dc:title>', ' x:dc="x"'), 'A'],
	['quotes', titled('&apos;A&apos; &quot;title&quot;'), `'A' "title"`],
	['the last character', titled('A&#x10FFFF;'), 'A\u{10ffff}'],
	[
		'the second resource',
		rdf(`<rdf:Description/><rdf:Description ${DC}><dc:title>A</dc:title></rdf:Description>`),
		'A',
	],
	['another title after the RDF', titled('A') + titled('B'), 'A'],
	[
		'another title in something',
		describe_('<dc:title>A</dc:title><x:y><dc:title>B</dc:title></x:y>'),
		'A',
	],
	[
		'a prefix that only an element before declares',
		rdf('<rdf:Description><a xmlns:dc="other:"/><dc:title>A</dc:title></rdf:Description>'),
		'A',
	],
	[
		'elements within 100 levels',
		describe_('<dc:title>A</dc:title>' + '<a>'.repeat(97) + '</a>'.repeat(97)),
		'A',
	],
	['the most elements', describe_(`<dc:title>A</dc:title>${'<a/>'.repeat(29_989)}`), 'A'],
	['the most attributes', describe_('<dc:title>A</dc:title>', attributes(29_989)), 'A'],
	['the most characters', titled('x'.repeat(32 * 1024)), 'x'.repeat(32 * 1024)],
	['a comment', describe_('<!-- <dc:title>No</dc:title> -->', ' dc:title="A title"'), 'A title'],
	['the same title twice', describe_('<dc:title>A</dc:title>', ' dc:title="A"'), 'A'],
	['a tag of several lines', describe_('<dc:title\n>A title</dc:title\n>'), 'A title'],
])('%s', (_, xml, title) => {
	expect(read(xml)).toBe(title);
});

test.each<[string, string]>([
	['two titles', describe_('<dc:title>A</dc:title>', ' dc:title="B"')],
	['a title of something in the document', describe_('<x:part><dc:title>A</dc:title></x:part>')],
	['a title attribute of something in the document', describe_('<x:part dc:title="A"/>')],
	['a prefix that is not declared', rdf('<rdf:Description><d:title>A</d:title></rdf:Description>')],
	[
		'another namespace',
		rdf('<rdf:Description xmlns:dc="x"><dc:title>A</dc:title></rdf:Description>'),
	],
	['no RDF', '<dc:title>A</dc:title>'],
	[
		'a title attribute in the default namespace',
		rdf('<rdf:Description xmlns="http://purl.org/dc/elements/1.1/" title="A"/>'),
	],
	['another list', titled('<rdf:List><rdf:li>A</rdf:li></rdf:List>')],
	['a list of another namespace', titled('<x:Alt><rdf:li>A</rdf:li></x:Alt>')],
	['something other than texts in a list', titled('<rdf:Alt><rdf:_1>A</rdf:_1></rdf:Alt>')],
	['an entity in the wrong case', titled('&AMP;')],
	['a character beyond the last one', titled('A&#x110000;')],
	[
		'more than 100 levels',
		describe_('<dc:title>A</dc:title>' + '<a>'.repeat(98) + '</a>'.repeat(98)),
	],
	['an element more than the most', describe_(`<dc:title>A</dc:title>${'<a/>'.repeat(29_990)}`)],
	['an attribute more than the most', describe_('<dc:title>A</dc:title>', attributes(29_990))],
	['a character more than the most', titled('x'.repeat(32 * 1024 + 1))],
	[
		'an attribute that is no default namespace',
		rdf(
			'<rdf:Description x:y="http://purl.org/dc/elements/1.1/"><title>A</title></rdf:Description>',
		),
	],
	[
		'a title of something, and a line break',
		describe_('<x:part><dc:title\n>A</dc:title></x:part>'),
	],
	['a title of something, and a blank', describe_('<x:part dc:title ="A"/>')],
	['a title of something, which is empty', describe_('<x:part><title/></x:part>')],
	['text after everything', '<x:xmpmeta xmlns:x="adobe:ns:meta/"/>x'],
	['a tag without a name', describe_('<dc:title>A</dc:title>< a/>')],
	['an empty document type', `<!DOCTYPE>${titled('A')}`],
	['an entity with the sign of a number', titled('&#amp;')],
	['an end with another name', describe_('<dc:title>A</dc:titel>')],
	['an end without a start', `</a>${titled('A')}`],
	['an item without a list', titled('<rdf:li/>')],
	['an item in an item', alternatives('<rdf:li>A<rdf:li/></rdf:li>')],
	['an element outside without an end', describe_('').slice(0, 60)],
	['a reference', describe_('<dc:title rdf:resource="x"/>')],
	['a structure', titled('<rdf:Description><rdf:value>A</rdf:value></rdf:Description>')],
	['a structure in a list', alternatives('<rdf:li><rdf:value>A</rdf:value></rdf:li>')],
	[
		'two lists',
		titled('<rdf:Alt><rdf:li>A</rdf:li></rdf:Alt><rdf:Alt><rdf:li>B</rdf:li></rdf:Alt>'),
	],
	['a text beside a list', titled('<rdf:Alt><rdf:li>A</rdf:li></rdf:Alt>B')],
	['a text before a list', titled('B<rdf:Alt><rdf:li>A</rdf:li></rdf:Alt>')],
	['an unknown entity', titled('Fish &and; chips')],
	['a single &', titled('Fish & chips')],
	['a character that is none', titled('A&#0;')],
	['a document type', `<!DOCTYPE x [<!ENTITY t "A">]>${titled('&t;')}`],
	['elements that overlap', describe_('<dc:title><rdf:Alt>A</dc:title></rdf:Alt>')],
	['an attribute without a value', describe_('<dc:title/>', ' checked')],
	['no end', titled('A').slice(0, -80)],
	['no end after the title', titled('A').replace(/<\/rdf:Description>.*/, '')],
	['a comment without an end', `${describe_('').slice(0, -60)}<!-- `],
	['text outside', `x${titled('A')}`],
	['an unknown encoding', titled('Gr\ufffd\ufffde')],
	['elements that are nested deeply', describe_('<a>'.repeat(200) + '</a>'.repeat(200))],
	['a title that is too long', titled('x'.repeat(50_000))],
	['too many elements', describe_('<a/>'.repeat(60_000))],
	['too many attributes', describe_(`<a${' c'.repeat(60_000)}/>`)],
])('is not sure of %s', (_, xml) => {
	expect(() => read(xml)).toThrow(Unknown);
});

test('the title is known if only something after the RDF is missing', () => {
	const xml = titled('A title');
	expect(read(xml.slice(0, -20), false)).toBe('A title');
	expect(() => read(xml.slice(0, xml.indexOf('</rdf:RDF>')), false)).toThrow(Unknown);
	expect(read(`<x><rdf:RDF ${RDF}/>`, false)).toBe('');
	expect(() => read('<x/>', false)).toThrow(Unknown);
});

test.each(['utf-16le', 'utf-16be'])('%s, with a byte order mark and without', (encoding) => {
	const packet = titled('Größe');
	const bytes = Buffer.from(packet.slice(packet.indexOf('<x:')), 'utf16le');
	const mark = Buffer.from('\ufeff', 'utf16le');
	for (const all of [bytes, Buffer.concat([mark, bytes])]) {
		const xml = encoding === 'utf-16be' ? Buffer.from(all).swap16() : all;
		expect(readXmpTitle(xml, true)).toBe('Größe');
	}
	// Without either, the encoding is not known.
	const blank = Buffer.concat([Buffer.from(' ', 'utf16le'), bytes]);
	const xml = encoding === 'utf-16be' ? blank.swap16() : blank;
	expect(() => readXmpTitle(xml, true)).toThrow(Unknown);
});

const PARTS = ['<!--', '<a ', '<a b="', ' ', '&', '<a b=""/>', '</a>', '<![CDATA[', 'x', '<a>'];

test.each(PARTS)('two megabytes of %j take a moment', async (part) => {
	let title: unknown;
	const time = await measureCpuMs(() => {
		try {
			title = read(rdf(part.repeat(2_000_000 / part.length)));
		} catch (error) {
			title = error instanceof Unknown ? '' : error;
		}
	});
	expect(title).toBe('');
	expect(time).toBeLessThan(2000);
});
