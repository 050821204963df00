/** Writes a PDF by hand, object by object, so that a test decides every byte. */
export class PdfWriter {
	private readonly parts: Buffer[] = [];
	private readonly offsets = new Map<number, number>();
	private previous?: number;
	private length = 0;

	/** @param before bytes in front of the header; offsets count from the header */
	constructor(private readonly before = '') {
		this.raw(`${before}%PDF-1.7\n`);
	}

	/** Offset of the next byte, counted from the header. */
	get offset(): number {
		return this.length - this.before.length;
	}

	/** Offsets of the objects in this revision. */
	get places(): ReadonlyMap<number, number> {
		return this.offsets;
	}

	raw(content: string | Buffer): this {
		const bytes = Buffer.isBuffer(content) ? content : Buffer.from(content, 'latin1');
		this.parts.push(bytes);
		this.length += bytes.length;
		return this;
	}

	object(number: number, content: string): this {
		this.offsets.set(number, this.offset);
		return this.raw(`${number} 0 obj\n${content}\nendobj\n`);
	}

	/** @param dictionary the entries, with or without a length */
	stream(number: number, dictionary: string, data: string | Buffer): this {
		const length = dictionary.includes('/Length') ? '' : ` /Length ${Buffer.from(data).length}`;
		this.offsets.set(number, this.offset);
		return this.raw(`${number} 0 obj\n<<${dictionary}${length}>>\nstream\n`)
			.raw(data)
			.raw('\nendstream\nendobj\n');
	}

	/** Ends a revision with a cross-reference table of the objects since the last table. */
	end(trailer = '/Root 1 0 R'): this {
		const start = this.offset;
		const rows = [...this.offsets].map(
			([number, offset]) => `${number} 1\n${String(offset).padStart(10, '0')} 00000 n \n`,
		);
		const previous = this.previous === undefined ? '' : ` /Prev ${this.previous}`;
		this.offsets.clear();
		this.previous = start;
		return this.raw(
			`xref\n${rows.join('')}trailer\n<</Size 999 ${trailer}${previous}>>\nstartxref\n${start}\n%%EOF\n`,
		);
	}

	bytes(): Buffer {
		return Buffer.concat(this.parts);
	}
}

/** Catalog entries that tag a document of {@link pagesOf}: one element holds the text of each page. */
export function tagsOf(count: number): string {
	const elements = Array.from({ length: count }, (_, n) => `<</S/P/Pg ${100 + n} 0 R/K 0>>`);
	return `/MarkInfo<</Marked true>>/StructTreeRoot<</K[${elements.join('')}]>>`;
}

/** Writes catalog, page tree and `count` pages with a text; object numbers from 10 are free. */
export function pagesOf(writer: PdfWriter, count: number, catalog = ''): PdfWriter {
	const kids = Array.from({ length: count }, (_, index) => `${100 + index} 0 R`);
	writer.object(1, `<</Type/Catalog/Pages 2 0 R ${catalog}>>`);
	writer.object(2, `<</Type/Pages/Count ${count}/Kids[${kids.join(' ')}]/MediaBox[0 0 600 800]>>`);
	const text = 'BT /F 12 Tf 10 10 Td (A page with text) Tj ET';
	const isTagged = catalog.includes('StructTreeRoot');
	writer.stream(3, '', isTagged ? `/P <</MCID 0>> BDC ${text} EMC` : text);
	for (let index = 0; index < count; index += 1) {
		const tags = isTagged ? `/StructParents ${index}` : '';
		writer.object(100 + index, `<</Type/Page/Parent 2 0 R/Contents 3 0 R${tags}>>`);
	}
	return writer;
}
