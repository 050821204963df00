import { deflateSync } from 'node:zlib';

const HEADER = '%PDF-1.7\n';
const CATALOG = '1 0 obj<</Type/Catalog/Pages 2 0 R/Metadata 8 0 R>>endobj\n';
const END = 'trailer<</Root 1 0 R>>\n%%EOF\n';

/** Builds a document of these objects; the page tree is object 2. */
function documentOf(pages: string, ...objects: Array<string | Buffer>): Buffer {
	const parts = [HEADER, CATALOG, `2 0 obj${pages}endobj\n`, ...objects, END];
	return Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(part) : part)));
}

function streamOf(number: number, dictionary: string, data: Buffer): Buffer {
	const head = `${number} 0 obj<<${dictionary}/Length ${data.length}>>stream\n`;
	return Buffer.concat([Buffer.from(head), data, Buffer.from('\nendstream endobj\n')]);
}

const onePage = (...objects: Array<string | Buffer>) =>
	documentOf('<</Type/Pages/Count 1/Kids[3 0 R]>>', ...objects);
const page = (entries: string) => `3 0 obj<</Type/Page${entries}>>endobj\n`;
const FONTS = Array.from({ length: 30 }, (_, n) => `/F${n}<</FontDescriptor 9 0 R>>`).join('');

/** Files built to block n8n. */
export const FILES: Readonly<Record<string, () => Buffer>> = {
	'fonts that share 3.9 MB': () =>
		onePage(
			page(`/Contents 4 0 R/Resources<</Font<<${FONTS}>>>>`),
			streamOf(4, '', Buffer.from('q Q')),
			`9 0 obj<</A[${'1 '.repeat(480_000)}]/B(${'x'.repeat(2_900_000)})>>endobj\n`,
		),
	'300,000 pages in one node': () => {
		const kids = Array.from({ length: 300_000 }, (_, n) => 10 + n);
		return documentOf(
			`<</Type/Pages/Count ${kids.length}/Kids[${kids.map((kid) => `${kid} 0 R`).join(' ')}]>>`,
			kids.map((kid) => `${kid} 0 obj<</Type/Page>>endobj\n`).join(''),
		);
	},
	'2 MB of metadata': () =>
		onePage(
			page(''),
			streamOf(8, '/Type/Metadata', Buffer.from(`${'xmlns &amp; '.repeat(170_000)}</rdf:RDF>`)),
		),
	'an object stream of 300,000': () => {
		const heading = Array.from({ length: 300_000 }, (_, n) => `${10 + n} ${2 * (300_000 - n)} `);
		const first = heading.join('');
		const data = deflateSync(Buffer.from(first + '1 '.repeat(300_001)));
		const dictionary = `/Type/ObjStm/N ${heading.length}/First ${first.length}/Filter/FlateDecode`;
		return onePage(page(''), streamOf(5, dictionary, data));
	},
	'15 MB of content': () =>
		onePage(
			page('/Contents 4 0 R'),
			streamOf(4, '', Buffer.from('0 0 m 10.5 20 l S\n'.repeat(850_000))),
		),
	'2 MB in base 85': () =>
		onePage(
			page('/Contents 4 0 R'),
			streamOf(4, '/Filter/ASCII85Decode', Buffer.from(`${'87cUR'.repeat(400_000)}~>`)),
		),
};
