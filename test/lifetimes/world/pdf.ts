/** A document of a life; documents with the same content have the same bytes. */
export interface PdfContent {
	content: number;
	pages: number;
	isTagged: boolean;
}

const known = new Map<string, Buffer>();

/** A small PDF without compression, so reading it needs no thread. */
export function pdfOf({ content, pages, isTagged }: PdfContent): Buffer {
	return cached(`document ${content} ${pages} ${isTagged}`, isTagged, pages);
}

/** The tagged PDF of a job. */
export function taggedPdfOf({ content, pages }: PdfContent, jobId: string): Buffer {
	return write(`result ${content} of ${jobId}`, true, pages);
}

/** Content number of a document or a tagged PDF. */
export function contentOf(pdf: Buffer): number | undefined {
	const found = /%(?:document|result) (\d+)/.exec(pdf.toString('latin1'));
	return found ? Number(found[1]) : undefined;
}

/** The job that made a tagged PDF. */
export function jobOf(pdf: Buffer): string | undefined {
	return /%result \d+ of (\S+)/.exec(pdf.toString('latin1'))?.[1];
}

function cached(label: string, isTagged: boolean, pages: number): Buffer {
	const pdf = known.get(label) ?? write(label, isTagged, pages);
	known.set(label, pdf);
	return pdf;
}

function write(label: string, isTagged: boolean, pages: number): Buffer {
	const kids = Array.from({ length: pages }, (_, index) => `${index + 7} 0 R`);
	const marks = isTagged ? '/MarkInfo<</Marked true>>/StructTreeRoot 5 0 R/Lang(en)' : '';
	const inTree = isTagged ? '/StructParents 0' : '';
	const words = 'BT /F1 12 Tf 10 100 Td (Hello) Tj ET';
	const text = isTagged ? `/P<</MCID 0>>BDC ${words} EMC` : words;
	const paragraphs = kids.map((_, index) => `${index + 7 + pages} 0 R`);
	const objects = [
		`<</Type/Catalog/Pages 2 0 R${marks}>>`,
		`<</Type/Pages/Count ${pages}/Kids[${kids.join(' ')}]/MediaBox[0 0 200 200]/Resources<</Font<</F1 3 0 R>>>>>>`,
		'<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>',
		`<</Length ${text.length}>>\nstream\n${text}\nendstream`,
		'<</Type/StructTreeRoot/K 6 0 R>>',
		`<</Type/StructElem/S/Document/P 5 0 R/K[${paragraphs.join(' ')}]>>`,
		...kids.map(() => `<</Type/Page/Parent 2 0 R/Contents 4 0 R${inTree}>>`),
		...kids.map((page) => `<</Type/StructElem/S/P/P 6 0 R/Pg ${page}/K 0>>`),
	];
	let file = `%PDF-1.7\n%${label}\n`;
	const offsets = objects.map((object, index) => {
		const offset = file.length;
		file += `${index + 1} 0 obj\n${object}\nendobj\n`;
		return offset;
	});
	const rows = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`);
	const size = objects.length + 1;
	const table = `xref\n0 ${size}\n0000000000 65535 f \n${rows.join('')}`;
	const trailer = `trailer\n<</Size ${size}/Root 1 0 R>>\nstartxref\n${file.length}\n%%EOF\n`;
	return Buffer.from(file + table + trailer);
}
