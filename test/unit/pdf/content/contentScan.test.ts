import { ContentScan, INLINE_IMAGE } from '../../../../nodes/pdf/content';

function scanText(text: string, chunk = 1000) {
	const scan = new ContentScan();
	const bytes = Buffer.from(text, 'latin1');
	for (let at = 0; at < bytes.length; at += chunk) scan.push(bytes.subarray(at, at + chunk));
	return scan.end(true);
}

test.each([
	['(Hi) Tj', 2],
	['[(H) -20 (i)] TJ', 2],
	["(a\\)b) '", 3],
	['0 0 (\\101) "', 1],
	['<4869> Tj', 2],
	['<48 6> Tj', 2],
	['(  \\n\\040) Tj', 0],
	['<0000> Tj', 0],
	['(Hi) /F 12 Tf () Tj', 0],
	['% (Hi) Tj', 0],
	['(Hi Tj', 0],
])('%s shows %d characters', (text, characters) => {
	for (const chunk of [1, 1000]) {
		const { texts } = scanText(text, chunk);
		expect(texts.reduce((sum, each) => sum + each.visibleBytes, 0)).toBe(characters);
	}
});

test('a stream that paints too many objects is incomplete', () => {
	const paints = (count: number) =>
		scanText(Array.from({ length: count }, (_, n) => `/N${n} Do `).join(''));
	expect(paints(10_000)).toMatchObject({ isComplete: true });
	const { paints: kept, isComplete } = paints(10_001);
	expect([kept.length, isComplete]).toEqual([10_000, false]);
});

test('a stream that saves too many states is incomplete', () => {
	expect(scanText('q '.repeat(512)).isComplete).toBe(true);
	expect(scanText('q '.repeat(513)).isComplete).toBe(false);
	expect(scanText('q Q '.repeat(1000)).isComplete).toBe(true);
});

test('skips images in the stream, and names objects outside it', () => {
	const image = 'BI /W 1 /H 1 ID (Tj) Tj \u0000EI \nEI ';
	const content = scanText(`/A#42 Do ${image}(x) Tj`, 3);
	expect(content.paints.map(({ name }) => name)).toEqual(['AB', INLINE_IMAGE]);
	expect(content.texts).toHaveLength(1);
	expect(scanText('ID (x) Tj').paints).toEqual([]);
});

test.each<[string, number[], string[]]>([
	['(a(b)c) Tj', [5], []],
	['(a(b) Tj) Tj (c) Tj', [6, 1], []],
	['() Tj', [], []],
	['% c\n(a) Tj', [1], []],
	['(\\1012\\7773) Tj', [4], []],
	['(\\8\\/) Tj', [2], []],
	['(\\0401) Tj (\\40) Tj', [1], []],
	['/A Do/B Do /C gs /D Do', [], ['A', 'B', 'D']],
	['Do', [], ['']],
	['(a) x1 (b) Tj', [1], []],
	['ID (a) Tj', [1], []],
	['BI ID\nx EI (a) Tj ID (b) Tj', [1, 1], []],
	['BI ID\n(a) Tj EI (b) Tj', [1], []],
	['BI ID\nxEI (a) Tj EI (b) Tj', [1], []],
	['BI ID\nx EIx (a) Tj\nEI (b) Tj', [1], []],
	['BI /W 1 ID\nx EI\n(b) Tj', [1], []],
	['BI (a) Tj ID\n(b) Tj EI ', [1], []],
	[`/${'n'.repeat(200)} Do`, [], ['n'.repeat(127)]],
])('%j: texts %j, objects %j', (text, characters, xobjects) => {
	for (const chunk of [1, 1000]) {
		const content = scanText(text, chunk);
		expect(content.texts.map((each) => each.visibleBytes).filter((count) => count > 0)).toEqual(
			characters,
		);
		const named = content.paints.map(({ name }) => name).filter((name) => name !== INLINE_IMAGE);
		expect(named).toEqual(xobjects);
	}
});

/** Texts with different codes. */
const texts = (count: number) =>
	Array.from({ length: count }, (_, index) => `(text ${index}) Tj `).join('');

test('reports when it has enough, and whether it has read everything', () => {
	const scan = new ContentScan();
	expect(scan.push(Buffer.from(texts(23)))).toBe(true);
	expect(scan.push(Buffer.from('(a) Tj (b) Tj '))).toBe(false);
	expect(scan.end(false)).toMatchObject({ isComplete: false });
	expect(scan.end(true)).toMatchObject({ isComplete: true });
	expect(scan.end(true).texts).toHaveLength(24);
});

test('keeps the same text at four places, so that blanks do not hide later texts', () => {
	const content = scanText(`${'( ) Tj '.repeat(100)}(Text) Tj`);
	expect(content.texts).toHaveLength(5);
	expect(content.texts.at(-1)?.visibleBytes).toBe(4);
});

test('keeps objects up to the limit; the fourth place of one counts as anywhere', () => {
	const names = Array.from({ length: 10_001 }, (_, index) => `/${index} Do `);
	expect(scanText(names.join(''), 1_000_000).paints).toHaveLength(10_000);
	const { paints } = scanText('/A Do '.repeat(5));
	expect(paints.map(({ matrix }) => matrix !== undefined)).toEqual([true, true, true, false]);
});

test.each([
	['BT /F 12 Tf 10 20 Td (ab) Tj ET', [10, 20, 58, 32]],
	['BT /F 12 Tf 10 20 Td (a) Tj (b) Tj ET', [10, 20, 34, 32]],
	['q 2 0 0 2 5 5 cm BT /F 1 Tf 10 20 Td (a) Tj ET Q', [25, 45, 29, 47]],
	['BT /F 1 Tf 0 1 -1 0 5 6 Tm (a) Tj ET', [4, 6, 5, 8]],
	['BT /F 10 Tf [(a) -1000 (b)] TJ ET', [-10, 0, 50, 10]],
	['BT 10 20 Td (a) Tj ET', [10, 20, Infinity, Infinity]],
	['(a) Tj', [-Infinity, -Infinity, Infinity, Infinity]],
	['BT /F 1 Tf 3 TL T* (a) Tj ET', [0, -3, 2, -2]],
	['BT /F 1 Tf 9 9 1 0 0 1 7 8 Tm (a) Tj ET', [7, 8, 9, 9]],
])('%s: the first text is within %j', (text, box) => {
	expect(scanText(text).texts[0]?.box.map((value) => value + 0)).toEqual(box);
});

test.each([
	['0 0 10 10 re W n BT /F 1 Tf 20 20 Td (a) Tj ET', 0],
	['0 0 30 30 re W n BT /F 1 Tf 20 20 Td (a) Tj ET', 1],
	['0.7 0.7 -0.7 0.7 0 0 cm 0 0 100 100 re W n BT /F 1 Tf 80 10 Td (a) Tj ET', 1],
	['0.7 0.7 -0.7 0.7 0 0 cm 0 0 100 100 re W n BT /F 1 Tf 200 10 Td (a) Tj ET', 0],
	['q 0 0 10 10 re W n Q BT /F 1 Tf 20 20 Td (a) Tj ET', 1],
	['0 0 10 10 re n BT /F 1 Tf 20 20 Td (a) Tj ET', 1],
	['0 0 m 10 0 l 10 10 l h W* n BT /F 1 Tf 20 20 Td (a) Tj ET', 0],
	['W n BT /F 1 Tf 20 20 Td (a) Tj ET', 1],
])('%s: %d texts are not clipped away', (text, count) => {
	expect(scanText(text).texts).toHaveLength(count);
});

test.each([
	['/P <</MCID 0>> BDC (a) Tj EMC', true],
	['/P /MC0 BDC (a) Tj EMC', true],
	['/Artifact BMC (a) Tj EMC', true],
	['/Artifact <</Type/Pagination>> BDC (a) Tj EMC', true],
	['/P <</MCID 0>> BDC /Span <</ActualText(x)>> BDC (a) Tj EMC EMC', true],
	['/Span <</ActualText(x)>> BDC (a) Tj EMC', false],
	['/OC /MC0 BDC (a) Tj EMC', false],
	['/P BMC (a) Tj EMC', false],
	['/P <</MCID 0>> BDC EMC (a) Tj', false],
	['(a) Tj', false],
])('%s is marked: %s', (text, isMarked) => {
	expect(scanText(text).texts[0]?.isMarked).toBe(isMarked);
});

test('the final state tells what was saved and restored', () => {
	const { endState } = scanText('Q q 2 0 0 2 0 0 cm /F 9 Tf');
	expect(endState).toMatchObject({ level: 1, stack: [{}, { font: 'F', size: 9 }] });
	expect(endState?.stack[1]?.matrix).toEqual([2, 0, 0, 2, 0, 0]);
});

const cmap = (blocks: string) => `/CIDInit /ProcSet findresource begin begincmap ${blocks} endcmap`;

test.each<[string, number[] | undefined]>([
	[cmap('1 beginbfchar <0003> <0020> endbfchar'), [3]],
	[cmap('2 beginbfchar <03> <0041> <04> <00A0> endbfchar'), [4]],
	[cmap('1 beginbfrange <0001> <0050> <001F> endbfrange'), [2]],
	[cmap('1 beginbfrange <01> <03> [<0041> <0020> <3000>] endbfrange'), [2, 3]],
	[cmap('1 beginbfchar <0003> <00410020> endbfchar'), []],
	[cmap('1 begincodespacerange <0000> <FFFF> endcodespacerange'), undefined],
	['(a) Tj', undefined],
])('%s maps to blanks: %j', (text, blanks) => {
	const found = scanText(text, 3).blanks;
	expect(found && [...found].sort((a, b) => a - b)).toEqual(blanks);
});
