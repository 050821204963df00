import {
	hasTitle,
	findPdfUaPart,
	findProperty,
	findTitle,
	decodeXmp,
} from '../../../../nodes/pdf/answers/metadata';

test.each([
	['fe ff 00 e4', 'ä'],
	['ff fe e4 00', 'ä'],
	['ef bb bf c3 a4', 'ä'],
	['c3 a4', 'ä'],
	['fe 41', '\ufffdA'],
	['ff 41', '\ufffdA'],
	['41 ff', 'A\ufffd'],
	['41 fe', 'A\ufffd'],
])('%s is %j', (bytes, text) => {
	expect(decodeXmp(Buffer.from(bytes.replaceAll(' ', ''), 'hex'))).toBe(text);
});

const NAMESPACE = 'xmlns:pdfuaid="http://www.aiim.org/pdfua/ns/id/"';

test.each([
	[`<r ${NAMESPACE}><pdfuaid:part>1</pdfuaid:part></r>`, 1],
	[`<r ${NAMESPACE}><pdfuaid:part x="">\n 12 </pdfuaid:part></r>`, 12],
	[`<r ${NAMESPACE} pdfuaid:part="2"/>`, 2],
	[`<r ${NAMESPACE}\npdfuaid:part = '12'/>`, 12],
	["<r xmlns:a.b-c = 'http://www.aiim.org/pdfua/ns/id/' a.b-c:part='1'/>", 1],
	[`<r ${NAMESPACE} other:part="2"/>`, 0],
	[`<r ${NAMESPACE} xpdfuaid:part="2"/>`, 0],
	[`<r ${NAMESPACE}><pdfuaid:part>x</pdfuaid:part></r>`, 0],
	[`<r><!-- ${NAMESPACE} --><pdfuaid:part>1</pdfuaid:part></r>`, 0],
	[`<r ${NAMESPACE}><!-- <pdfuaid:part>1</pdfuaid:part> --></r>`, 0],
	[`<r ${NAMESPACE}><!-- a --><!-- b --><pdfuaid:part>1</pdfuaid:part></r>`, 1],
	[`<r ${NAMESPACE}><!-- <pdfuaid:part>1</pdfuaid:part>`, 0],
	["<r xmlns='http://www.aiim.org/pdfua/ns/id/'><part>1</part></r>", 1],
	[`<r xmlns:a="http://www.aiim.org/pdfua/ns/id/" ${NAMESPACE} pdfuaid:part="2"/>`, 2],
	['<r><pdfuaid:part>1</pdfuaid:part></r>', 0],
	['<r xmlns:pdfuaid="http://example.com/"><pdfuaid:part>1</pdfuaid:part></r>', 0],
])('%s claims part %d', (xmp, part) => {
	expect(findPdfUaPart(xmp)).toBe(part);
});

const title = (content: string) => `<dc:title><rdf:Alt>\n${content}</rdf:Alt></dc:title>`;

test.each([
	[title('<rdf:li>A title</rdf:li>'), 'A title'],
	[title('<rdf:li xml:lang="x-default">A title</rdf:li>'), 'A title'],
	[title('<rdf:li a="b" xml:lang="en">First</rdf:li><rdf:li>Second</rdf:li>'), 'First'],
	[title('<rdf:li xml:lang="en"/><rdf:li>Second</rdf:li>'), 'Second'],
	[title('<rdf:li> \nTwo\nlines </rdf:li>'), 'Two\nlines'],
	[title('<rdf:li></rdf:li>'), ''],
	['<dc:title x="y"><rdf:Alt><rdf:li>A title</rdf:li></rdf:Alt></dc:title>', 'A title'],
	['<dc:creator><rdf:li>A person</rdf:li></dc:creator>', ''],
	['', ''],
	[title('<rdf:li>&amp;&lt;&gt;&quot;&apos;&nbsp;&;</rdf:li>'), '&<>"\'&nbsp;&;'],
	[title('<rdf:li>&#228;&#xe4;&#XE4;&#x1F600;</rdf:li>'), 'äää😀'],
	[title('<rdf:li>a&#x10ffff;&#x110000;b</rdf:li>'), 'a\u{10ffff}b'],
	[title('<rdf:li>&#38;lt;</rdf:li>'), '<'],
	[title('<rdf:li>&constructor;</rdf:li>'), '&constructor;'],
])('reads the title in %j as %j', (xmp, expected) => {
	expect(findTitle(xmp)).toBe(expected);
});

test('decodes a title without an end only up to a limit', () => {
	const long = findTitle(title(`<rdf:li>${'&#65;'.repeat(100_000)}</rdf:li>`));
	expect(long.length).toBeLessThan(10_000);
	expect(long.startsWith('AAAA')).toBe(true);
});

test.each([
	['<a:b>text</a:b>', 'text'],
	['<a:b x="y">text</a:b>', 'text'],
	['<a:b> &lt;text&gt;\n</a:b>', '<text>'],
	['<a:b/>text', ''],
	['<a:b x="y"/>text', ''],
	['<a:bc>text</a:bc>', ''],
	['<x a:b="text"/>', 'text'],
	["<x\na:b = 'te\"xt'/>", 'te"xt'],
	['<x a:b=""/>', ''],
	['<x xa:b="text"/>', ''],
	['<x a:b=text/>', ''],
	['', ''],
])('reads the property in %j as %j', (xmp, expected) => {
	expect(findProperty(xmp, 'a:b')).toBe(expected);
});

const DC = 'xmlns:dc="http://purl.org/dc/elements/1.1/"';

test.each([
	[title('<rdf:li>A title</rdf:li>'), true],
	['<x dc:title="A title"/>', true],
	[`<x ${DC}><dc:creator/></x>`, false],
	["<x xmlns:dc = 'http://purl.org/dc/elements/1.1/'/>", false],
	['', false],
])('a title in %j: %s', (xmp, expected) => {
	expect(hasTitle(xmp)).toBe(expected);
});

test.each([
	[title('<rdf:li></rdf:li>'), 'the title in its metadata is empty'],
	['<x dc:title=""/>', 'the title in its metadata is empty'],
	["<x xmlns:d='http://purl.org/dc/elements/1.1/'/>", 'an unknown prefix'],
	['<x xmlns="http://purl.org/dc/elements/1.1/"/>', 'an unknown prefix'],
])('a title in %j is a doubt: %s', (xmp, reason) => {
	expect(() => hasTitle(xmp)).toThrow(reason);
});
