/**
 * PDFs that are made to keep a reader busy, or to fill its memory: each from a few bytes, by one of the ways in
 * which a file can make a list, a string, a tree or a number of steps long. And honest books, which are large.
 */
import { deflateSync } from 'node:zlib';
import { PdfWriter } from '../../unit/support/pdfWriter';

const MB = 1024 ** 2;
const CATALOG = '<</Type/Catalog/Pages 2 0 R>>';
/** The first number that the parts of a file may have. */
const FREE = 10;

export interface HostileFile {
	name: string;
	/** The whole file. */
	write(): Buffer;
	/** Whether it has millions of objects, or of entries of its cross-reference. */
	isHuge?: boolean;
	/** What the reader must be able to say about an honest file. */
	answers?: { pages: number; image_only_pages?: number; signed?: boolean; tagged?: boolean };
}

/** Content that Flate shortens a thousandfold. */
const packed = new Map<string, Buffer>();
function repeat(part: string, bytes: number): Buffer {
	const key = `${bytes} ${part}`;
	const known =
		packed.get(key) ?? deflateSync(part.repeat(Math.ceil(bytes / part.length)), { level: 9 });
	packed.set(key, known);
	return known;
}
const FLATE = '/Filter/FlateDecode';

/** A document of one page with these objects, whose page may have more entries. */
function document(objects: (writer: PdfWriter) => unknown, page = '', catalog = ''): Buffer {
	const writer = new PdfWriter()
		.object(1, `<</Type/Catalog/Pages 2 0 R${catalog}>>`)
		.object(2, '<</Type/Pages/Count 1/Kids[3 0 R]>>')
		.object(3, `<</Type/Page/Parent 2 0 R${page}>>`);
	objects(writer);
	return writer.end().bytes();
}

function references(first: number, count: number): string {
	return Array.from({ length: count }, (_, index) => `${first + index} 0 R`).join(' ');
}

/** One page whose content is as many streams with this data. */
function contents(dictionary: string, data: Buffer | string, count = 1): Buffer {
	return document(
		(writer) => {
			for (let index = 0; index < count; index += 1) writer.stream(FREE + index, dictionary, data);
		},
		`/Contents[${references(FREE, count)}]`,
	);
}

/** Objects in object streams, so that they are small on disk. Numbers begin with 10. */
function compressed(objects: string[], catalog: string): Buffer {
	const writer = new PdfWriter();
	const all = [catalog, ...objects];
	let heading = '';
	let offset = 0;
	all.forEach((object, index) => {
		heading += `${index === 0 ? 1 : FREE + index - 1} ${offset} `;
		offset += object.length + 1;
	});
	const data = deflateSync(`${heading}${all.join(' ')}`, { level: 9 });
	const first = heading.length;
	writer.stream(5, `/Type/ObjStm/N ${all.length}/First ${first}${FLATE}`, data);
	return writer.raw('trailer<</Root 1 0 R>>').bytes();
}

/** Nodes within nodes; each has many kids, of which the last is the next node. */
function nested(count: number, levels: number, kid: string, entries: string): string[] {
	return Array.from({ length: levels }, (_, level) => {
		const next = level + 1 < levels ? `${FREE + level + 1} 0 R` : '';
		return `<<${entries}/Kids[${next} ${kid.repeat(count)}]>>`;
	});
}

/** Fields within fields, each with a list of a megabyte. */
function levelsOfFields(writeEntries: (long: string) => string): Buffer {
	const entries = writeEntries(`[${'1 0 R '.repeat(39_000)}]`);
	const fields = nested(0, 60, '', entries);
	return compressed(fields, PLAIN_PAGES(`/AcroForm<</Fields[${FREE} 0 R]>>`));
}

/** Forms that paint each other, each with a large object in its resources. */
function formsInForms(large: string): Buffer {
	const resources = (next: number) => `/Resources<</XObject<</F ${next} 0 R>>/X${large}>>`;
	return document((writer) => {
		writer.stream(9, '', '/F Do');
		for (let level = 0; level < 19; level += 1) {
			writer.stream(FREE + level, `/Subtype/Form${resources(FREE + level + 1)}`, '/F Do');
		}
		writer.stream(FREE + 19, '/Subtype/Form', '(Text of the innermost form) Tj');
	}, `/Contents 9 0 R/Resources<</XObject<</F ${FREE} 0 R>>>>`);
}

/** Thirty pages, each of which is a large object. */
function largePages(large: string): Buffer {
	const writer = new PdfWriter().object(1, CATALOG).stream(3, '', '(Text of a page) Tj');
	writer.object(2, `<</Type/Pages/Count 30/Kids[${references(FREE, 30)}]>>`);
	for (let page = 0; page < 30; page += 1) {
		writer.object(FREE + page, `<</Type/Page/Contents 3 0 R/Resources<</X${large}>>>>`);
	}
	return writer.end().bytes();
}

/** Sixty thousand annotations below three hundred fields, each of which has another one as its parent. */
function annotationsBelow(findParent: (field: number) => number): Buffer {
	const first = 20_000;
	return document(
		(writer) => {
			for (let field = 0; field < 300; field += 1) {
				const kids = `/Kids[${`${FREE} 0 R `.repeat(200)}]`;
				writer.object(FREE + field, `<</Parent ${FREE + findParent(field)} 0 R${kids}>>`);
			}
			for (let index = 0; index < 60_000; index += 1) {
				writer.object(first + index, `<</Parent ${FREE} 0 R>>`);
			}
		},
		`/Annots[${references(first, 60_000)}]`,
	);
}

/** Three streams with a wrong length, each of which hides the next: each costs a pass. */
function withWrongLengths(writer: PdfWriter): PdfWriter {
	for (let index = 0; index < 3; index += 1) writer.stream(6 + index, '/Length 99999999', 'x');
	return writer;
}

function contentsInPasses(data: Buffer, count: number): Buffer {
	const writer = withWrongLengths(new PdfWriter().object(1, CATALOG));
	writer.object(2, '<</Type/Pages/Count 1/Kids[3 0 R]>>');
	writer.object(3, `<</Type/Page/Parent 2 0 R/Contents[${references(FREE, count)}]>>`);
	for (let index = 0; index < count; index += 1) writer.stream(FREE + index, FLATE, data);
	return writer.end().bytes();
}

/** A book: each page has its content, and entries of its own. */
function book(
	pages: number,
	entries: (page: number) => string,
	content: (page: number) => string,
	more: (writer: PdfWriter) => unknown = () => undefined,
	catalog = '',
): Buffer {
	const writer = new PdfWriter().object(1, `<</Type/Catalog/Pages 2 0 R${catalog}>>`);
	const first = 100_000;
	const nodes = Math.ceil(pages / 100);
	writer.object(2, `<</Type/Pages/Count ${pages}/Kids[${references(50_000, nodes)}]>>`);
	for (let node = 0; node < nodes; node += 1) {
		const count = Math.min(100, pages - 100 * node);
		const kids = Array.from(
			{ length: count },
			(_, index) => `${first + 2 * (100 * node + index)} 0 R`,
		);
		writer.object(
			50_000 + node,
			`<</Type/Pages/Parent 2 0 R/Count ${count}/Kids[${kids.join(' ')}]>>`,
		);
	}
	for (let page = 0; page < pages; page += 1) {
		const number = first + 2 * page;
		const parent = 50_000 + Math.floor(page / 100);
		writer.object(
			number,
			`<</Type/Page/Parent ${parent} 0 R/MediaBox[0 0 595 842]/Contents ${number + 1} 0 R${entries(page)}>>`,
		);
		writer.stream(number + 1, FLATE, deflateSync(content(page)));
	}
	more(writer);
	return writer.end().bytes();
}

const line = (page: number) =>
	`BT /F1 12 Tf 72 720 Td (Page ${page} of a long book, which has a line of text) Tj ET`;
const text = (page: number) =>
	Array.from(
		{ length: 30 },
		(_, row) =>
			`BT /F1 12 Tf 72 ${720 - 20 * row} Td (Line ${row} of page ${page} in this book) Tj ET`,
	).join('\n');
const resources = (page: number) =>
	`/Resources<</ProcSet[/PDF/Text/ImageB]/Font<</F1 7 0 R/F2 8 0 R/F3 9 0 R>>/ColorSpace<</Cs${page} 6 0 R>>/XObject<</Im${page} ${11 + (page % 5)} 0 R>>/ExtGState<</Gs${page}<</Type/ExtGState/OP false/SM 0.02>>>>>>`;

/** Dynamic blocks of Deflate without output: 90 bytes each, and as much work as a kilobyte. */
function emptyBlocks(bytes: number): Buffer {
	const block = deflateSync(Buffer.from('abcdefghijklmnopqrstuvwxyz'.repeat(40)), { level: 9 });
	const stored = Buffer.from([0, 0, 0, 0xff, 0xff]);
	return Buffer.concat([
		block.subarray(0, 2),
		...Array.from({ length: Math.ceil(bytes / 5) }, () => stored),
	]);
}

/** Codes of LZW with nine bits. */
function lzw(codes: number[], bytes: number): Buffer {
	const packedCodes = Buffer.alloc(bytes);
	let bits = 0;
	let count = 0;
	let at = 0;
	for (let index = 0; at < bytes; index += 1) {
		bits = ((bits << 9) | (codes[index % codes.length] ?? 0)) & 0xffffff;
		count += 9;
		while (count >= 8 && at < bytes) {
			count -= 8;
			packedCodes[at] = (bits >> count) & 255;
			at += 1;
		}
	}
	return packedCodes;
}

/** Two hundred thousand times the same stream. */
function smallStreams(dictionary: string, data: Buffer): Buffer {
	return document((writer) => {
		for (let index = 0; index < 200_000; index += 1) writer.stream(FREE + index, dictionary, data);
	});
}

const XMP_START =
	'<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description xmlns:dc="http://purl.org/dc/elements/1.1/">';
const XMP_END = '</rdf:Description></rdf:RDF></x:xmpmeta>';
const metadata = (part: string, count = 1) =>
	document(
		(writer) => {
			const xmp = `${XMP_START}${part.repeat(Math.floor((2 * MB - 1000) / part.length))}${XMP_END}`;
			const data = deflateSync(xmp, { level: 9 });
			for (let index = 0; index < count; index += 1) {
				writer.stream(FREE + index, `/Type/Metadata/Subtype/XML${FLATE}`, data);
			}
		},
		'',
		`/Metadata ${FREE} 0 R`,
	);

/** One object of three megabytes. */
const largeObject = (start: string, part: string, end: string) =>
	document((writer) =>
		writer.object(FREE, `${start}${part.repeat(Math.floor(2_900_000 / part.length))}${end}`),
	);

/** Object numbers that are far apart. */
const sparse = (count: number, step: number, object = '<<>>') => {
	const writer = new PdfWriter().object(1, CATALOG);
	writer.object(2, '<</Type/Pages/Count 1/Kids[3 0 R]>>').object(3, '<</Type/Page/Parent 2 0 R>>');
	for (let index = 0; index < count; index += 1) writer.object(FREE + step * index, object);
	return writer.end().bytes();
};

/** Revision 2 with the empty password, as test/unit/pdf/dictionaries.ts has it. */
const ENCRYPTED_TRAILER =
	'/Root 1 0 R/ID[<6465666768696a6b6c6d6e6f70717273><>]/Encrypt<</Filter/Standard/V 1/R 2/P -1028' +
	'/O<000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f>' +
	'/U<d6c51b4ec7d81d034fd7f2cba0e8c210c70619ce5415585af962db263469b8f4>>>';

const encryptedStreams = (count: number) => {
	const writer = new PdfWriter().object(1, CATALOG);
	writer.object(2, '<</Type/Pages/Count 1/Kids[3 0 R]>>');
	writer.object(3, `<</Type/Page/Parent 2 0 R/Contents[${references(FREE, count)}]>>`);
	const data = Buffer.alloc(16 * MB - 1);
	for (let index = 0; index < count; index += 1) writer.stream(FREE + index, '', data);
	return writer.end(ENCRYPTED_TRAILER).bytes();
};

/** Encrypted, and with a wrong length at its end: three passes read all of it. */
const inThreePasses = (objects: (writer: PdfWriter) => unknown) => {
	const writer = new PdfWriter().object(1, CATALOG);
	writer.object(2, '<</Type/Pages/Count 1/Kids[3 0 R]>>').object(3, '<</Type/Page/Parent 2 0 R>>');
	objects(writer);
	return writer.stream(4, '/Length 1', 'data').end(ENCRYPTED_TRAILER).bytes();
};

const NESTED_PAGES = '<</Type/Catalog/Pages 10 0 R>>';
const PLAIN_PAGES = (entries: string) =>
	`<</Type/Catalog/Pages<</Type/Pages/Count 1/Kids[<</Type/Page>>]>>${entries}>>`;

export const hostileFiles: HostileFile[] = [
	// Lists that grow: kids within kids.
	{
		name: 'pages-numbers',
		write: () => compressed(nested(118_000, 40, '1 ', '/Type/Pages/Count 1'), NESTED_PAGES),
	},
	{
		name: 'pages-references',
		write: () => compressed(nested(118_000, 30, '9 0 R ', '/Type/Pages/Count 1'), NESTED_PAGES),
	},
	{
		name: 'pages-dictionaries',
		write: () => compressed(nested(60_000, 60, '<<>>', '/Type/Pages/Count 1'), NESTED_PAGES),
	},
	{
		name: 'fields-references',
		write: () =>
			compressed(
				nested(118_000, 30, '9 0 R ', '/T(a)'),
				PLAIN_PAGES('/AcroForm<</Fields[10 0 R]>>'),
			),
	},
	{
		name: 'fields-names',
		write: () =>
			compressed(
				nested(60_000, 60, '/abcdefgh ', '/T(a)'),
				PLAIN_PAGES('/AcroForm<</Fields[10 0 R]>>'),
			),
	},
	{
		name: 'structure-arrays',
		write: () =>
			compressed(
				Array.from(
					{ length: 60 },
					(_, level) => `[${FREE + level + 1} 0 R ${'1 '.repeat(115_000)}]`,
				),
				PLAIN_PAGES('/MarkInfo<</Marked true>>/StructTreeRoot<</K 10 0 R>>'),
			),
	},
	{
		name: 'levels-200000',
		write: () => {
			const writer = new PdfWriter().object(1, NESTED_PAGES);
			for (let level = 0; level < 200_000; level += 1)
				writer.object(FREE + level, `<</Type/Pages/Count 1/Kids[${FREE + level + 1} 0 R]>>`);
			return writer.end().bytes();
		},
	},
	// What is held, level by level, while the next level is read.
	{ name: 'field-types', write: () => levelsOfFields((long) => `/FT${long}`) },
	{ name: 'field-values', write: () => levelsOfFields((long) => `/V<</A${long}>>`) },
	{ name: 'forms-with-long-lists', write: () => formsInForms(`[${'1 0 R '.repeat(110_000)}]`) },
	{ name: 'forms-with-dictionaries', write: () => formsInForms(`[${'<<>>'.repeat(50_000)}]`) },
	{ name: 'pages-with-long-lists', write: () => largePages(`[${'1 0 R '.repeat(110_000)}]`) },
	{ name: 'pages-with-dictionaries', write: () => largePages(`[${'<<>>'.repeat(50_000)}]`) },
	{
		name: 'roots-with-dictionaries',
		write: () => {
			const writer = new PdfWriter().object(1, CATALOG).object(3, '<</Type/Page>>');
			writer.object(2, '<</Type/Pages/Count 1/Kids[3 0 R]>>').end();
			const root = `<</Type/Pages/Count 1/Kids[]/X[${'<<>>'.repeat(50_000)}]>>`;
			for (let index = 0; index < 100; index += 1) writer.object(FREE + index, root);
			return writer.raw('trailer<</Root 1 0 R>>%%EOF').bytes();
		},
	},
	{ name: 'parents-in-a-circle', write: () => annotationsBelow((parent) => (parent + 1) % 300) },
	{ name: 'parents-in-a-chain', write: () => annotationsBelow((parent) => parent + 1) },

	// Strings and names.
	{ name: 'hexadecimal-junk', write: () => contents(FLATE, repeat('<~!?', 4 * MB)) },
	{
		name: 'hexadecimal-junk-24',
		write: () =>
			contents(
				FLATE,
				Buffer.from(
					deflateSync(
						Buffer.concat([Buffer.from('<'), Buffer.alloc(16 * MB - 9, '~'), Buffer.from('> Tj')]),
						{ level: 9 },
					),
				),
				24,
			),
	},
	{
		name: 'octal-24',
		write: () =>
			contents(FLATE, Buffer.from(deflateSync(`(${'\\1'.repeat(7 * MB)}) Tj`, { level: 9 })), 24),
	},
	{ name: 'short-strings-24', write: () => contents(FLATE, repeat('(a)', 16 * MB), 24) },
	{ name: 'open-parentheses-24', write: () => contents(FLATE, repeat('(', 16 * MB), 24) },
	{ name: 'names-24', write: () => contents(FLATE, repeat('/#41#41#41#41 ', 16 * MB), 24) },
	{
		name: 'long-names-24',
		write: () => contents(FLATE, repeat(`/${'#41'.repeat(20_000)} Do `, 16 * MB), 24),
	},
	{ name: 'name-escapes', write: () => largeObject('/', '#41', '') },
	{ name: 'many-name-escapes', write: () => largeObject('[', '/#41#42', ']') },
	{ name: 'octal-string', write: () => largeObject('(', '\\101', ')') },
	{ name: 'hexadecimal-string', write: () => largeObject('<', '4~', '>') },
	{ name: 'nested-string', write: () => largeObject('', '(', '') },
	{
		name: 'name-escapes-8-objects',
		write: () => {
			const name = `/${'#41'.repeat(900_000)}`;
			return compressed(
				Array.from({ length: 5 }, () => `<<${name}${name.slice(0, 9)}>>`),
				`<</Type/Catalog/Pages<</Type/Pages/Count 1/Kids[<</Type/Page>>]>>/Perms[${references(FREE, 5)}]/MarkInfo 10 0 R/AcroForm 11 0 R/StructTreeRoot 12 0 R/Collection 13 0 R>>`,
			);
		},
	},
	{
		name: 'name-escapes-in-streams',
		write: () =>
			document((writer) => {
				for (let index = 0; index < 8; index += 1)
					writer.stream(FREE + index, `/${'#41'.repeat(900_000)} 1`, 'x');
			}),
	},
	// Time: short words, small streams, several passes.
	{ name: 'q-24', write: () => contents(FLATE, repeat('q ', 16 * MB), 24) },
	{ name: 'S-60', write: () => contents(FLATE, repeat('S ', 16 * MB), 60) },
	{ name: 'numbers-60', write: () => contents(FLATE, repeat('1 ', 16 * MB), 60) },
	{ name: 'brackets-60', write: () => contents(FLATE, repeat('[]', 16 * MB), 60) },
	{ name: 'comments-60', write: () => contents(FLATE, repeat('%\n', 16 * MB), 60) },
	{ name: 'blanks-60', write: () => contents(FLATE, repeat(' ', 16 * MB), 60) },
	{ name: 'q-24-passes', write: () => contentsInPasses(repeat('q ', 16 * MB), 24) },
	{ name: 'blanks-60-passes', write: () => contentsInPasses(repeat(' ', 16 * MB), 60) },
	{ name: 'inline-images-60', write: () => contents(FLATE, repeat('BI ID EIx EIx ', 16 * MB), 60) },
	{ name: 'inline-image-ends', write: () => contents(FLATE, repeat('EI\u0001', 16 * MB), 24) },
	{
		name: 'small-streams-200000',
		write: () => {
			const writer = new PdfWriter()
				.object(1, CATALOG)
				.object(2, '<</Type/Pages/Count 1/Kids[3 0 R]>>')
				.object(3, '<</Type/Page/Parent 2 0 R>>');
			const data = deflateSync('q Q');
			for (let index = 0; index < 200_000; index += 1) writer.stream(FREE + index, FLATE, data);
			return writer.end().bytes();
		},
	},
	{
		name: 'small-lzw-streams',
		write: () => smallStreams('/Filter/LZWDecode', lzw([256, 0x71, 257], 4)),
	},
	{
		name: 'small-streams-with-long-rows',
		write: () =>
			smallStreams(`${FLATE}/DecodeParms<</Predictor 12/Columns 65000>>`, deflateSync('q Q')),
	},
	{
		name: 'filters-in-a-chain',
		write: () => contents(`/Filter[${'/LZWDecode'.repeat(16)}]`, lzw([256, 0x71], 8 * MB), 4),
	},
	{
		name: 'zeros-in-a-chain',
		write: () =>
			contents(`/Filter[/FlateDecode${'/ASCII85Decode'.repeat(8)}]`, repeat('z', 4 * MB), 40),
	},
	{ name: 'empty-blocks', write: () => contents(FLATE, emptyBlocks(15 * MB), 3) },
	{ name: 'lzw-clear', write: () => contents('/Filter/LZWDecode', lzw([256], 8 * MB), 4) },
	{
		name: 'lzw-literals',
		write: () =>
			contents(
				'/Filter/LZWDecode',
				lzw([256, ...Array.from({ length: 250 }, () => 0x71)], 8 * MB),
				4,
			),
	},
	{
		name: 'run-length',
		write: () => contents('/Filter/RunLengthDecode', Buffer.alloc(15 * MB, '\x81q'), 3),
	},
	{
		name: 'run-length-strings',
		write: () =>
			contents(
				'/Filter/RunLengthDecode',
				Buffer.concat([Buffer.from([0, 0x28]), Buffer.alloc(8 * MB, '\0a')]),
				4,
			),
	},
	{
		name: 'hexadecimal-blanks',
		write: () => contents('/Filter[/FlateDecode/ASCIIHexDecode]', repeat(' ', 16 * MB), 30),
	},
	{
		name: 'base85-zeros',
		write: () => contents('/Filter[/FlateDecode/ASCII85Decode]', repeat('z', 4 * MB), 60),
	},
	{
		name: 'flate-flate',
		write: () =>
			contents(
				'/Filter[/FlateDecode/FlateDecode]',
				deflateSync(deflateSync(Buffer.alloc(900 * MB, ' '), { level: 9 }), { level: 9 }),
				30,
			),
	},
	{
		name: 'sixteen-filters',
		write: () => contents(`/Filter[${'/Crypt'.repeat(15)}/FlateDecode]`, repeat(' ', 16 * MB), 60),
	},
	{
		name: 'predictor',
		write: () =>
			contents(`${FLATE}/DecodeParms<</Predictor 12/Columns 1>>`, repeat('\x02 ', 16 * MB), 30),
	},
	{
		name: 'predictor-paeth',
		write: () =>
			contents(
				`${FLATE}/DecodeParms<</Predictor 15/Columns 9>>`,
				repeat('\x04\x01\x02\x03\x04\x05\x06\x07\x08\x09', 16 * MB),
				30,
			),
	},
	{ name: 'metadata-elements', write: () => metadata('<dc:a/>', 100) },
	{ name: 'metadata-attributes', write: () => metadata('<dc:a b="" c="" d=""/>', 100) },
	{ name: 'metadata-titles', write: () => metadata('<dc:title>a</dc:title>', 100) },
	{ name: 'metadata-entities', write: () => metadata('<dc:title>&#65;</dc:title>', 60) },
	{ name: 'metadata-blanks', write: () => metadata(' ', 200) },
	{
		name: 'metadata-10000',
		write: () =>
			document((writer) => {
				const xmp = deflateSync(
					`${XMP_START}<dc:title>${'title '.repeat(150)}</dc:title>${XMP_END}`,
				);
				for (let index = 0; index < 60_000; index += 1)
					writer.stream(FREE + index, `/Type/Metadata/Subtype/XML${FLATE}`, xmp);
			}),
	},
	{
		name: 'object-stream-headings',
		write: () => {
			const writer = withWrongLengths(new PdfWriter().object(1, CATALOG));
			writer
				.object(2, '<</Type/Pages/Count 1/Kids[3 0 R]>>')
				.object(3, '<</Type/Page/Parent 2 0 R>>');
			for (let index = 0; index < 24; index += 1)
				writer.stream(
					FREE + index,
					`/Type/ObjStm/N 300000/First ${16 * MB - 9}${FLATE}`,
					repeat('1 1 ', 16 * MB),
				);
			return writer.end().bytes();
		},
	},
	{
		name: 'object-stream-blanks',
		write: () =>
			document((writer) => {
				for (let index = 0; index < 24; index += 1)
					writer.stream(
						FREE + index,
						`/Type/ObjStm/N 1/First ${16 * MB - 9}${FLATE}`,
						repeat(' ', 16 * MB),
					);
			}),
	},
	{
		name: 'object-streams-of-300000',
		write: () =>
			document((writer) => {
				const heading = Array.from({ length: 300_000 }, (_, index) => `${1000 + index} 0 `).join(
					'',
				);
				const data = deflateSync(`${heading}1`, { level: 9 });
				for (let index = 0; index < 12; index += 1)
					writer.stream(
						FREE + index,
						`/Type/ObjStm/N 300000/First ${heading.length}${FLATE}`,
						data,
					);
			}),
		isHuge: true,
	},
	// Turns.
	{
		name: 'graphics-states',
		write: () =>
			document((writer) => {
				writer.stream(4, '', '0 0 9 9 re f');
				writer.object(
					5,
					`<</ExtGState<<${Array.from({ length: 28_000 }, (_, index) => `/G${index} 9 0 R`).join('')}>>>>`,
				);
				writer.object(9, `<<${'/A 1'.repeat(1000)}/SMask<</G 4 0 R>>>>`);
			}, '/Contents 4 0 R/Resources 5 0 R'),
	},
	{
		name: 'soft-masks',
		write: () => {
			const count = 6000;
			return document((writer) => {
				writer.stream(4, '', '0 0 9 9 re f');
				writer.object(
					5,
					`<</ExtGState<<${Array.from({ length: count }, (_, index) => `/G${index} ${100 + index} 0 R`).join('')}>>>>`,
				);
				for (let index = 0; index < count; index += 1)
					writer.object(
						100 + index,
						`<</SMask<</G ${100 + count + index} 0 R>>/X[${'1 '.repeat(300)}]>>`,
					);
				for (let index = 0; index < count; index += 1)
					writer.stream(100 + count + index, '/Subtype/Form', 'q');
			}, '/Contents 4 0 R/Resources 5 0 R');
		},
	},
	{ name: 'words-e', write: () => largeObject('[', 'e ', ']') },
	{ name: 'words-j', write: () => largeObject('[', 'j ', ']') },
	{ name: 'words-trailing-j', write: () => largeObject('[', 'abcj ', ']') },
	{ name: 'comments-in-object', write: () => largeObject('[', '%\n', ']') },
	{
		name: 'comments-endless',
		write: () =>
			Buffer.concat([new PdfWriter().raw('9 0 obj [').bytes(), Buffer.alloc(20 * MB, '%\n')]),
	},
	{
		name: 'names-endless',
		write: () =>
			Buffer.concat([new PdfWriter().raw('9 0 obj [').bytes(), Buffer.alloc(20 * MB, '/a')]),
	},
	{
		name: 'comment-endless',
		write: () => Buffer.concat([new PdfWriter().raw('%').bytes(), Buffer.alloc(20 * MB, 'a')]),
	},
	{
		name: 'digits-endless',
		write: () => Buffer.concat([new PdfWriter().bytes(), Buffer.alloc(20 * MB, '1')]),
	},
	{
		name: 'endless-objects',
		write: () => Buffer.concat([new PdfWriter().bytes(), Buffer.alloc(20 * MB, '1 0 obj ')]),
	},
	{
		name: 'table-without-kinds',
		write: () =>
			Buffer.concat([new PdfWriter().raw('xref\n0 5\n').bytes(), Buffer.alloc(40 * MB, '1 ')]),
	},
	{
		name: 'tables-of-headings',
		write: () =>
			Buffer.concat([new PdfWriter().raw('xref\n').bytes(), Buffer.alloc(40 * MB, '0 0\n')]),
	},
	{
		name: 'streams-to-endobj',
		write: () => {
			// A large object lets the buffer grow; then each of many streams would look for an endobj in it.
			const large = `9 0 obj (${'a'.repeat(2_900_000)}) endobj\n`;
			return new PdfWriter()
				.raw(large)
				.raw('8 0 obj<</Length 1>>stream\nx endstream '.repeat(150_000))
				.bytes();
		},
	},
	// Memory: trailers, sections, titles, numbers, rows, names.
	{
		name: 'trailers',
		write: () =>
			Buffer.concat([
				new PdfWriter().bytes(),
				...Array.from({ length: 60_000 }, (_, index) =>
					Buffer.from(`trailer<</Root 1 0 R/A${index}[1 2 3]>>\n`),
				),
			]),
	},
	{
		name: 'sections',
		write: () =>
			Buffer.concat([
				new PdfWriter().bytes(),
				...Array.from({ length: 200_000 }, () => Buffer.from('xref\n0 0\ntrailer<<>>\n')),
			]),
	},
	{ name: 'sparse-numbers', write: () => sparse(60_000, 60_000) },
	{ name: 'sparse-numbers-2', write: () => sparse(60_000, 257) },
	{ name: 'objects-of-33-kB', write: () => sparse(700, 1, `(${'a'.repeat(33_000)})`) },
	{ name: 'integers', write: () => sparse(400_000, 1, '12345678') },
	{
		name: 'lengths',
		write: () =>
			document((writer) => {
				for (let index = 0; index < 300_000; index += 1)
					writer.raw(`${FREE + index} 0 obj<</Length 9 0 R>>stream\nendstream endobj\n`);
			}),
	},
	{
		name: 'content-names',
		write: () =>
			document((writer) => {
				const names = deflateSync(
					Array.from({ length: 1500 }, (_, index) => `/Name${index} Do`).join(' '),
				);
				for (let index = 0; index < 3000; index += 1) writer.stream(FREE + index, FLATE, names);
			}),
	},
	{
		name: 'forms-100000',
		write: () => {
			const count = 60_000;
			return document((writer) => {
				writer.object(
					5,
					`<</XObject<<${Array.from({ length: 1200 }, (_, index) => `/F${index} ${100 + index} 0 R`).join('')}>>>>`,
				);
				for (let index = 0; index < count; index += 1)
					writer.stream(100 + index, '/Subtype/Form', 'q');
				writer.stream(4, '', Array.from({ length: 1200 }, (_, index) => `/F${index} Do`).join(' '));
			}, '/Contents 4 0 R/Resources 5 0 R');
		},
	},
	{
		name: 'annotations',
		write: () =>
			document((writer) => {
				writer
					.object(5, `[${'6 0 R '.repeat(115_000)}]`)
					.object(6, '<</Subtype/Widget/AS/On/AP<</N 7 0 R>>/Parent 8 0 R>>')
					.object(7, '<</On 9 0 R>>')
					.object(8, '<</Kids 5 0 R>>')
					.stream(9, '/Subtype/Form', 'q');
			}, '/Annots 5 0 R'),
	},
	{
		name: 'kept-bytes-in-three-passes',
		write: () =>
			inThreePasses((writer) => {
				for (let index = 0; index < 23_000; index += 1)
					writer.object(FREE + index, `(${'a'.repeat(1000)})`);
				// It fills the buffers for a stream's data and for the output of its filter.
				const data = deflateSync(Buffer.alloc(15 * MB, '1 0 '), { level: 0 });
				writer.stream(5, `/Type/ObjStm/N 1/First 4${FLATE}`, data);
			}),
	},
	{
		name: 'sparse-integers-in-three-passes',
		isHuge: true,
		write: () =>
			inThreePasses((writer) => {
				for (let index = 0; index < 460_000; index += 1) writer.object(FREE + 16 * index, '12');
				for (let index = 0; index < 15_000; index += 1)
					writer.object(8_000_001 + index, `(${'a'.repeat(1000)})`);
			}),
	},
	{ name: 'encrypted-8', write: () => encryptedStreams(8) },
	{
		name: 'references-in-a-circle',
		write: () =>
			document(
				(writer) => {
					for (let index = 0; index < 20; index += 1)
						writer.object(FREE + index, `${FREE + ((index + 1) % 20)} 0 R`);
				},
				`/Contents[${`${FREE} 0 R `.repeat(100_000)}]`,
			),
	},
	{
		name: 'damaged-parts',
		write: () => Buffer.concat([new PdfWriter().bytes(), Buffer.alloc(20 * MB, 'xref\n')]),
	},
	{
		name: 'tables-are-full',
		isHuge: true,
		write: () => {
			const writer = new PdfWriter().object(1, CATALOG);
			writer
				.object(2, '<</Type/Pages/Count 1/Kids[3 0 R]>>')
				.object(3, '<</Type/Page/Parent 2 0 R>>');
			for (let index = 0; index < 900_000; index += 1) writer.object(FREE + index, '12');
			const entries = Buffer.alloc(4 * 2_000_000, Buffer.from([1, 0, 9, 0]));
			writer.stream(4, `/Type/XRef/W[1 2 1]/Size 2000000/Root 1 0 R${FLATE}`, deflateSync(entries));
			return writer.raw('trailer<</Root 1 0 R>>').bytes();
		},
	},
	{
		name: 'entries-in-pages',
		isHuge: true,
		write: () => {
			const writer = new PdfWriter().object(1, CATALOG);
			writer
				.object(2, '<</Type/Pages/Count 1/Kids[3 0 R]>>')
				.object(3, '<</Type/Page/Parent 2 0 R>>');
			const ranges = Array.from({ length: 90_000 }, (_, index) => `${256 * index} 20`).join(' ');
			const entries = Buffer.alloc(4 * 1_800_000, Buffer.from([1, 0, 9, 0]));
			const start = writer.offset;
			writer.stream(
				4,
				`/Type/XRef/W[1 2 1]/Size 2000000/Root 1 0 R/Index[${ranges}]${FLATE}`,
				deflateSync(entries),
			);
			return writer.raw(`startxref\n${start}\n%%EOF`).bytes();
		},
	},
	// Honest books.
	{
		name: 'book-20000',
		write: () => book(20_000, resources, text),
		answers: { pages: 20_000, image_only_pages: 0, signed: false },
	},
	{
		name: 'book-20000-annotations',
		write: () =>
			book(
				20_000,
				(page) =>
					`${resources(page)}/Annots[<</Type/Annot/Subtype/Link/Rect[0 0 9 9]/A<</S/URI/URI(https://example.com/${page})>>>>]`,
				text,
			),
		answers: { pages: 20_000, image_only_pages: 0, signed: false },
	},
	{
		name: 'book-60000',
		write: () => book(60_000, resources, text),
		answers: { pages: 60_000, image_only_pages: 0, signed: false },
	},
	{
		name: 'book-100000-lines',
		write: () => book(100_000, () => '/Resources 7 0 R', line),
		answers: { pages: 100_000, image_only_pages: 0, signed: false },
	},
	{
		name: 'book-300000-lines',
		isHuge: true,
		write: () => book(300_000, () => '', line),
	},
	{
		name: 'book-60000-lines',
		write: () => book(60_000, () => '/Resources 7 0 R', line),
		answers: { pages: 60_000, image_only_pages: 0, signed: false },
	},
	{
		name: 'book-20000-tagged',
		write: () =>
			book(
				20_000,
				(page) => `${resources(page)}/StructParents ${page}`,
				(page) => `/P<</MCID 0>>BDC ${line(page)} EMC`,
				(writer) => {
					writer
						.object(20, `<</Type/StructTreeRoot/K 21 0 R>>`)
						.object(21, `<</S/Document/P 20 0 R/K[${references(1_000_000, 20_000)}]>>`);
					for (let page = 0; page < 20_000; page += 1)
						writer.object(1_000_000 + page, `<</S/P/P 21 0 R/Pg ${100_000 + 2 * page} 0 R/K 0>>`);
				},
				'/MarkInfo<</Marked true>>/StructTreeRoot 20 0 R/Lang(en)',
			),
		answers: { pages: 20_000, image_only_pages: 0, signed: false, tagged: true },
	},
	{
		name: 'scans-20000',
		write: () =>
			book(
				20_000,
				(page) => `/Resources<</XObject<</Im0 ${2_000_000 + page} 0 R>>>>`,
				() => 'q 595 0 0 842 0 0 cm /Im0 Do Q',
				(writer) => {
					for (let page = 0; page < 20_000; page += 1)
						writer.stream(
							2_000_000 + page,
							'/Subtype/Image/Width 2480/Height 3508/Filter/DCTDecode',
							'x'.repeat(200),
						);
				},
			),
		answers: { pages: 20_000, image_only_pages: 20_000, signed: false },
	},
];
