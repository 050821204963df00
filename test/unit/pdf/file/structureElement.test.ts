import { condense } from '../../../../pdf/file/structureElement';

test.each<[string, boolean]>([
	['<</S/P/P 1 0 R/K[1 2]>>', true],
	['<</Type/StructElem/S/P/P 1 0 R>>', true],
	[`<</S/Document/P 1 0 R/K[${'2 0 R '.repeat(2000)}]>>`, true],
	[`<</S/Document/P 1 0 R/T(${'x'.repeat(9000)})/FT/Sig>>`, false],
	['<</Type/Other/S/P/P 1 0 R>>', false],
	['<</Type/StructElem/A<</O/Layout>>/S/P/P 1 0 R>>', true],
	['<</K<</Type/StructElem/S/P/P 1 0 R>>>>', false],
	['<</K<</S/P/P 1 0 R>>>>', false],
	['<</S/P>>', false],
	['<</P 1 0 R>>', false],
	['<</S/GoTo/P 1 0 R/Kids[]>>', false],
	['<</S/A/P 1 0 R/FT/Sig>>', false],
	// Each of these keys says that the object is something else.
	...['Subtype', 'MediaBox', 'Contents', 'Rect', 'Kids', 'StructTreeRoot', 'Parent', 'FT'].flatMap(
		(key): Array<[string, boolean]> => [
			[`<</S/A/P 1 0 R/${key} 5>>`, false],
			[`<</S/A/P 1 0 R/${key}s 5>>`, true],
		],
	),
	['<</Type /StructElem /S \r\n/H1 /P\r\n12  34\t0 R>>', false],
	['<</Type \r\n/StructElem /S \r\n/H1 /P\r\n12  34\tR>>', true],
	['<</Type \r\n/StructElem/A<</O/Layout>>/S/P/P 1 0 R>>', true],
	['<</Type \r\n/Other/S/P/P 1 0 R>>', false],
	['<</S/H1 /P 1 0>>', false],
	['<</S/H1 /P<</S/A>>>>', false],
	['<</S(a)/P 1 0 R>>', false],
	['<</S/P/A<</O/Layout>>/P 1 0 R>>', false],
	['<</K<</Type/StructElem>>/Type/StructElem/S/P/P 1 0 R>>', false],
])('%j is a structure element: %s', (text, isElement) => {
	const bytes = Buffer.from(text);
	expect(condense(bytes).toString()).toBe(isElement ? '<</Type/StructElem/S/P>>' : text);
});
