import { condense } from '../../../../pdf/file/structureElement';

test.each([
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
])('%s is a structure element: %s', (text, isElement) => {
	const bytes = Buffer.from(text);
	expect(condense(bytes).toString()).toBe(isElement ? '<</Type/StructElem/S/P>>' : text);
});
