import { TableSection } from '../../../../nodes/pdf/xref';

const FREE = '0000000000 65535 f\r\n';
const entry = (offset: number, kind = 'n') =>
	`${String(offset).padStart(10, '0')} 00000 ${kind}\r\n`;

function read(text: string, { isAll = true, most = 100 } = {}) {
	const table = new TableSection(7, most);
	const { bytesRead, isDone } = table.read(Buffer.from(text), isAll);
	return {
		table,
		taken: bytesRead,
		done: isDone,
		isIntact: table.isIntact,
		entries: listEntries(table),
	};
}

function listEntries({ numbers, places }: TableSection): Array<Array<number | undefined>> {
	return numbers.map((number, index) => [number, places[index]]);
}

test.each([
	[
		'one subsection',
		`0 2\n${FREE}${entry(15)}`,
		[
			[0, -1],
			[1, 15],
		],
	],
	[
		'two',
		`0 1\n${FREE}4 2\n${entry(15)}${entry(9)}`,
		[
			[0, -1],
			[4, 15],
			[5, 9],
		],
	],
	['none', '', []],
	['an empty one', '0 0\n', []],
	[
		'a count from 1 of what begins at 0',
		`1 2\n${FREE}${entry(15)}`,
		[
			[0, -1],
			[1, 15],
		],
	],
	['a count from 1', `1 1\n${entry(15)}`, [[1, 15]]],
	['a free object 1', `1 1\n${entry(0, 'f')}`, [[1, -1]]],
	['a count from 2', `2 1\n${FREE}`, [[2, -1]]],
	[
		'an object 1 after others',
		`0 1\n${FREE}1 1\n${FREE}`,
		[
			[0, -1],
			[1, -1],
		],
	],
	['an object 1 of generation 65535', '1 1\n0000000015 65535 n\r\n', [[1, 15]]],
])('%s', (_, text, entries) => {
	const { table, ...found } = read(`${text}trailer <<>>`);
	expect(found).toEqual({ taken: text.length, done: true, isIntact: true, entries });
	expect(table.offset).toBe(7);
});

test.each([
	['another word', `0 1\n${FREE}startxref`, `0 1\n${FREE}`.length],
	['a delimiter', `0 1\n${FREE}<<`, `0 1\n${FREE}`.length],
	[
		'a delimiter in an entry',
		`0 2\n${FREE}0000000015]00000 n\r\n${FREE}`,
		`0 2\n${FREE}0000000015`.length,
	],
	['a delimiter in a heading', `0 1\n${FREE}5<2\n`, `0 1\n${FREE}5`.length],
	['an entry of another kind', '0 1\n0000000000 65535 x\r\n', '0 1'.length],
	['a heading without a count', '0 x\n', 0],
	['a number that goes on as a word', '0x 1\n', 0],
	['a word that ends as a number', 'x0 1\n', 0],
	['a count that goes on as a word', '0 1x\n', 0],
	['a count that ends as a number', '0 x1\n', 0],
])('%s is damage', (_, text, taken) => {
	expect(read(text)).toMatchObject({ taken, done: true, isIntact: false });
});

test('waits for the rest of a word that may continue', () => {
	const text = `0 1\n${FREE}trailer`;
	for (let length = 0; length < text.length; length += 1) {
		expect(read(text.slice(0, length), { isAll: false })).toMatchObject({ done: false });
		expect(read(text.slice(0, length), { isAll: false }).isIntact).toBe(true);
	}
	expect(read(text, { isAll: false })).toMatchObject({ done: false });
	expect(read(`${text}\n`, { isAll: false })).toMatchObject({ done: true, isIntact: true });
});

test('continues reading where it stopped', () => {
	const table = new TableSection(0, 100);
	const text = `0 3\n${FREE}${entry(15)}${entry(20)}trailer `;
	let bytes = Buffer.alloc(0);
	let done = false;
	for (const byte of Buffer.from(text)) {
		expect(done).toBe(false);
		bytes = Buffer.concat([bytes, Buffer.from([byte])]);
		const step = table.read(bytes, false);
		bytes = bytes.subarray(step.bytesRead);
		done = step.isDone;
	}
	expect(done).toBe(true);
	expect(listEntries(table)).toEqual([
		[0, -1],
		[1, 15],
		[2, 20],
	]);
	expect(bytes.toString()).toBe('trailer ');
});

test('counts two digits', () => {
	const { isIntact, entries } = read(`0 10\n${FREE}${entry(15).repeat(9)}trailer`);
	expect([isIntact, entries.length]).toEqual([true, 10]);
});

test('does not wait for the end of a word longer than any in a table', () => {
	expect(read('x'.repeat(20), { isAll: false })).toMatchObject({ done: false });
	expect(read('x'.repeat(21), { isAll: false })).toMatchObject({ done: true, isIntact: false });
});

test('ignores a truncated entry at the end of a file', () => {
	const text = `0 2\n${FREE}0000000015 00000`;
	expect(read(text)).toMatchObject({ done: true, isIntact: true, entries: [[0, -1]] });
});

test('too many entries are damage', () => {
	const text = `0 2\n${FREE}${entry(15)}trailer`;
	expect(read(text, { most: 2 })).toMatchObject({ isIntact: true });
	expect(read(text, { most: 1 })).toMatchObject({ isIntact: false, entries: [[0, -1]] });
});

test('drops any amount of white-space', () => {
	const { taken, done } = read(' '.repeat(5_000), { isAll: false });
	expect({ taken, done }).toEqual({ taken: 5_000, done: false });
	expect(read('0 1\n   00000', { isAll: false }).taken).toBe('0 1\n   '.length);
});
