/** The texts of each row of a spreadsheet that n8n has written, which n8n does not compress. */
export function textsOf(xlsx: Buffer): string[][] {
	return [...sheetOf(xlsx).matchAll(/<row [^>]*>(.*?)<\/row>/gs)].map(([, row = '']) =>
		[...row.matchAll(/<v>(.*?)<\/v>/gs)].map(([, text = '']) => text),
	);
}

/** Whether a cell has a formula. */
export function hasFormula(xlsx: Buffer): boolean {
	return /<f[ >]/.test(sheetOf(xlsx));
}

function sheetOf(xlsx: Buffer): string {
	const [data] = /<sheetData>.*<\/sheetData>/s.exec(xlsx.toString('utf8')) ?? [];
	if (data === undefined) throw new Error('There is no sheet');
	return data;
}
