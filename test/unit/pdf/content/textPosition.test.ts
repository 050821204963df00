import { TextPosition } from '../../../../nodes/pdf/content/textPosition';

/** Where text begins after these operators, each with its operands. */
function originOf(content: string): [number, number] {
	const position = new TextPosition();
	const operands: number[] = [];
	for (const word of content.split(' ').filter((each) => each !== '')) {
		if (/^[-\d]/.test(word)) operands.push(Number(word));
		else position.operate(word, operands.splice(0));
	}
	const { x, y } = position.origin;
	return [x, y];
}

test.each<[string, [number, number]]>([
	['', [0, 0]],
	['5 7 Td', [5, 7]],
	['5 7 Td 1 2 Td', [6, 9]],
	['5 7 Td BT', [0, 0]],
	['1 0 0 1 5 7 Tm 1 2 Td', [6, 9]],
	['2 0 0 3 5 7 Tm 1 2 Td', [7, 13]],
	['1 0 0 1 5 Tm', [0, 0]],
	['1 0 0 1 5 7 cm', [5, 7]],
	['1 0 0 1 5 cm', [0, 0]],
	['2 0 0 3 5 7 cm 1 2 Td', [7, 13]],
	['2 0 0 3 5 7 cm 1 0 0 1 1 1 cm', [7, 10]],
	['1 0 0 1 5 7 cm q 1 0 0 1 1 1 cm Q', [5, 7]],
	['q 1 0 0 1 1 1 cm', [1, 1]],
	['1 0 0 1 5 7 cm Q', [5, 7]],
	['12 TL T*', [0, -12]],
	["12 TL '", [0, -12]],
	['12 TL "', [0, -12]],
	['1 -12 TD T*', [1, -24]],
	['1 -12 Td T*', [1, -12]],
	['12 TL 5 7 Td T* T*', [5, -17]],
	['1 2 Other', [0, 0]],
	['10 0.09 0.09 10 1 2 Tm', [1, 2]],
	['10 0.1 0 10 1 2 Tm', [-Infinity, -Infinity]],
	['10 -1 0 10 1 2 Tm', [-Infinity, -Infinity]],
	['10 0 0.1 10 1 2 Tm', [-Infinity, -Infinity]],
	['10 0 -1 10 1 2 Tm', [-Infinity, -Infinity]],
	['-1 0 0 1 1 2 Tm', [-Infinity, -Infinity]],
	['1 0 0 -1 1 2 Tm', [-Infinity, -Infinity]],
	['0 0 0 1 1 2 Tm', [-Infinity, -Infinity]],
	['1 0 0 0 1 2 Tm', [-Infinity, -Infinity]],
	['0 1 -1 0 3 4 cm 0 -1 1 0 0 0 Tm', [3, 4]],
	['0 1 -1 0 3 4 cm 0 -1 1 0 5 6 Tm', [-3, 9]],
])('%j begins text at %j', (content, origin) => {
	expect(originOf(content)).toEqual(origin);
});

test('states are kept so deep and no deeper', () => {
	const deep = (depth: number) => `${'q 1 0 0 1 1 0 cm '.repeat(depth)}${'Q '.repeat(depth)}`;
	expect(originOf(deep(64))).toEqual([0, 0]);
	expect(originOf(deep(65))).toEqual([0, 0]);
	expect(originOf(`${'q 1 0 0 1 1 0 cm '.repeat(65)}Q`)).toEqual([63, 0]);
	expect(originOf(`${'q 1 0 0 1 1 0 cm '.repeat(64)}Q`)).toEqual([63, 0]);
});
