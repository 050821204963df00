import { ContentScan } from '../../../../nodes/pdf/content';

function scanned(text: string, chunk = 1000) {
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
	['<4869> Tj', 4],
	['(  \\n\\040) Tj', 0],
	['<0000> Tj', 0],
	['(Hi) /F 12 Tf () Tj', 0],
	['% (Hi) Tj', 0],
	['(Hi Tj', 0],
])('%s shows %d characters', (text, characters) => {
	for (const chunk of [1, 1000]) {
		const { texts } = scanned(text, chunk);
		expect(texts.reduce((sum, each) => sum + each.characters, 0)).toBe(characters);
	}
});

test('text is where the matrices put it', () => {
	const { texts } = scanned(
		'q 2 0 0 2 5 5 cm BT 10 20 Td (a) Tj 0 -3 TD (b) Tj T* (c) Tj ET Q BT 1 0 0 1 7 8 Tm (d) Tj ET',
	);
	expect(texts.map(({ x, y }) => [x, y])).toEqual([
		[25, 45],
		[25, 39],
		[25, 33],
		[7, 8],
	]);
});

test('of text that is turned, the beginning says nothing', () => {
	const [text] = scanned('BT 0 1 -1 0 900 900 Tm (a) Tj ET').texts;
	expect(text?.x).toBe(-Infinity);
});

test('images in the stream are passed over, and what stands outside is named', () => {
	const image = 'BI /W 1 /H 1 ID (Tj) Tj \u0000EI \nEI ';
	const content = scanned(`/A#42 Do ${image}(x) Tj`, 3);
	expect([...content.xobjects]).toEqual(['AB']);
	expect(content.inlineImage).toBe(true);
	expect(content.texts).toHaveLength(1);
	expect(scanned('ID (x) Tj').inlineImage).toBe(false);
});

test.each<[string, number[], string[]]>([
	['(a(b)c) Tj', [3], []],
	['(a(b) Tj) Tj (c) Tj', [4, 1], []],
	['() Tj', [], []],
	['% c\n(a) Tj', [1], []],
	['(\\1012\\7773) Tj', [4], []],
	['(\\8\\/) Tj', [2], []],
	['(\\0401) Tj (\\40) Tj', [1], []],
	['/A Do/B Do /C gs Do', [], ['A', 'B', 'C']],
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
		const content = scanned(text, chunk);
		expect(content.texts.map((each) => each.characters)).toEqual(characters);
		expect([...content.xobjects]).toEqual(xobjects);
	}
});

test('of too many operands the last count', () => {
	const [text] = scanned('BT 9 9 1 0 0 1 7 8 Tm (a) Tj ET').texts;
	expect(text).toEqual({ x: 7, y: 8, characters: 1 });
});

test('it says when it has seen enough, and whether it was all', () => {
	const scan = new ContentScan();
	expect(scan.push(Buffer.from('(a) Tj '.repeat(23)))).toBe(true);
	expect(scan.content.whole).toBe(false);
	expect(scan.push(Buffer.from('(a) Tj (b) Tj '))).toBe(false);
	expect(scan.end(false)).toMatchObject({ whole: false });
	expect(scan.end(true)).toMatchObject({ whole: true });
	expect(scan.content.texts).toHaveLength(24);
});

test('so many names are kept and no more', () => {
	const names = Array.from({ length: 10_001 }, (_, index) => `/${index} Do `);
	expect(scanned(names.join(''), 1_000_000).xobjects.size).toBe(10_000);
});
