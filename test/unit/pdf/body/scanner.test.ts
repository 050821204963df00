import type { BodyEvents, StreamPlan } from '../../../../nodes/pdf/body/events';
import { Scanner } from '../../../../nodes/pdf/body/scanner';
import { READER_LIMITS, type ReaderLimits } from '../../../../nodes/pdf/limits';

interface Options {
	chunk?: number;
	plan?: StreamPlan;
	limits?: Partial<ReaderLimits>;
	/** Whether the input has ended; otherwise more bytes may follow. */
	ends?: boolean;
}

/** The scanner's events in order. */
function scan(
	text: string,
	{ chunk = 100_000, plan, limits, ends = true }: Options = {},
): unknown[] {
	const events: unknown[] = [];
	const seen: BodyEvents = {
		onObject: ({ offset, number, generation }, bytes) =>
			events.push(['object', offset, number, generation, bytes.toString('latin1')]),
		onStream: ({ offset }, dictionary) => {
			events.push(['stream', offset, dictionary.toString('latin1')]);
			return plan ?? { isWanted: true };
		},
		onStreamEnd: ({ offset }, { data, length, isIntact }) =>
			events.push(['end', offset, data?.toString('latin1'), length, isIntact]),
		onTable: ({ offset, isIntact, numbers, places }) => {
			const entries = numbers.map((number, row) => [number, places[row]]);
			events.push(['table', offset, isIntact, entries]);
		},
		onTrailer: (offset, bytes) => events.push(['trailer', offset, bytes.toString('latin1')]),
		onStartxref: (offset, value) => events.push(['startxref', offset, value]),
		onEndOfFile: (offset) => events.push(['eof', offset]),
		onDamage: (what, object) => events.push(['damage', what, object?.offset]),
	};
	const scanner = new Scanner(seen, { ...READER_LIMITS, ...limits });
	const bytes = Buffer.from(text, 'latin1');
	for (let at = 0; at < bytes.length; at += chunk) {
		if (scanner.push(bytes.subarray(at, at + chunk))) while (scanner.resume());
	}
	if (ends && scanner.end()) while (scanner.resume());
	return events;
}

const NO_END = 'an object has no end';

test.each<[string, unknown[]]>([
	['', []],
	['1 0 obj 5 endobj', [['object', 0, 1, 0, ' 5 ']]],
	['\n12 3 obj<<>>endobj\n', [['object', 1, 12, 3, '<<>>']]],
	['9 1 0 obj 5 endobj', [['object', 2, 1, 0, ' 5 ']]],
	['1 0obj 5 endobj', [['object', 0, 1, 0, ' 5 ']]],
	['1 0 obj5 endobj', [['object', 0, 1, 0, '5 ']]],
	[
		'1 0 obj 5 endobj2 0 obj 6 endobj',
		[
			['object', 0, 1, 0, ' 5 '],
			['object', 16, 2, 0, ' 6 '],
		],
	],
	['endobj2 0 obj 6 endobj', [['object', 6, 2, 0, ' 6 ']]],
	['0 obj 5 endobj', []],
	['obj 5 endobj', []],
	['1 x 0 obj 5 endobj', []],
	['1 0 xobj 5 endobj', []],
	['1 0 R 5 endobj', []],
	['1 0[ obj 5 endobj', []],
	['1 12345678901obj 5 endobj', []],
	['1 [ 0 obj 5 endobj', []],
	['1 0 [ obj 5 endobj', []],
	['1.5 0 obj 5 endobj', []],
	['1 0 objects', [['damage', NO_END, 0]]],
	['[1 0 obj 5 endobj', [['object', 1, 1, 0, ' 5 ']]],
	['x1 1 0 obj 5 endobj', [['object', 3, 1, 0, ' 5 ']]],
	['1 %c\n 0 obj 5 endobj', [['object', 0, 1, 0, ' 5 ']]],
	[
		'1 0 obj 5 2 0 obj 6 endobj',
		[
			['damage', NO_END, undefined],
			['object', 0, 1, 0, ' 5 '],
			['object', 10, 2, 0, ' 6 '],
		],
	],
	['1 0 obj 5', [['damage', NO_END, 0]]],
	[
		'1 0 obj 5 %%EOF 2',
		[
			['damage', NO_END, undefined],
			['object', 0, 1, 0, ' 5 '],
			['eof', 10],
		],
	],
	[
		'trailer<</A 1>>%%EOF\n1 0 obj 5 endobj',
		[
			['trailer', 0, '<</A 1>>'],
			['eof', 15],
			['object', 21, 1, 0, ' 5 '],
		],
	],
	['%%EOF', [['eof', 0]]],
	[
		'%%EOF23 0 obj 5 endobj',
		[
			['eof', 0],
			['object', 5, 23, 0, ' 5 '],
		],
	],
	['1 %%EOF0 obj 5 endobj', [['eof', 2]]],
	[
		'x %%EOFx\n%EOF\n%%EO\n%%EOF',
		[
			['eof', 2],
			['eof', 19],
		],
	],
	['startxref\n42\n', [['startxref', 10, 42]]],
	['startxref 42 43', [['startxref', 10, 42]]],
	['startxref x 42', []],
	['startxref 4.5 42', []],
	['startxref 42obj', [['startxref', 10, 42]]],
	['42 x', []],
	[
		'trailer<<>>startxref 7',
		[
			['trailer', 0, '<<>>'],
			['startxref', 21, 7],
		],
	],
	['trailer <<>> ', [['trailer', 0, ' <<>> ']]],
	[
		'trailer<<>>1 0 obj 5 endobj',
		[
			['trailer', 0, '<<>>'],
			['object', 11, 1, 0, ' 5 '],
		],
	],
	[
		'xref\n0 1\n0000000017 00000 n \ntrailer<<>>',
		[
			['table', 0, true, [[0, 17]]],
			['trailer', 29, '<<>>'],
		],
	],
	[
		'xref\n0 1\n0000000017 00000 n \ntrailer<<>>xref\n0 1\n0000000018 00000 n \ntrailer<<>>',
		[
			['table', 0, true, [[0, 17]]],
			['trailer', 29, '<<>>'],
			['table', 40, true, [[0, 18]]],
			['trailer', 69, '<<>>'],
		],
	],
])('%j', (text, expected) => {
	expect(scan(text)).toEqual(expected);
	expect(scan(text, { chunk: 1 })).toEqual(expected);
});

test.each<[string, Partial<StreamPlan>, unknown[]]>([
	['stream\nabc\nendstream endobj', {}, ['end', 0, 'abc\n', 4, true]],
	['stream\nabc\nendstream endobj', { length: 3 }, ['end', 0, 'abc', 3, true]],
	['stream\r\nabc endstream endobj', { length: 3 }, ['end', 0, 'abc', 3, true]],
	['stream\rabc endstream endobj', { length: 3 }, ['end', 0, 'abc', 3, true]],
	['stream  \nabc endstream endobj', { length: 3 }, ['end', 0, 'abc', 3, true]],
	['stream(ab endstream endobj', { length: 3 }, ['end', 0, '(ab', 3, true]],
	['stream  abc endstream', { length: 5 }, ['end', 0, '  abc', 5, true]],
	['stream\nabc\nendstream endobj', { length: 2 }, ['end', 0, 'ab', 2, false]],
	['stream\nabc', { length: 99 }, ['end', 0, 'abc', 3, false]],
	['stream\nabc', {}, ['end', 0, 'abc', 3, false]],
	['stream\nabc endobj', { isDamaged: true }, ['end', 0, 'abc ', 4, true]],
	['stream\nabc endstream endobj', { isDamaged: true }, ['end', 0, 'abc ', 4, true]],
	['stream\nabc endobj endstream', {}, ['end', 0, 'abc endobj ', 11, true]],
	['stream\nabc\nendstream', { isWanted: false }, ['end', 0, undefined, 4, true]],
	['stream\nendstream', {}, ['end', 0, '', 0, true]],
	['stream\nabc endobj endstream', { isDamaged: true }, ['end', 0, 'abc ', 4, true]],
	['stream\nabc endstream endobj endobj', { isDamaged: true }, ['end', 0, 'abc ', 4, true]],
	['stream\nendobj', { isDamaged: true }, ['end', 0, '', 0, true]],
	['stream\nendstream', { length: 0 }, ['end', 0, '', 0, true]],
	['stream', {}, ['end', 0, '', 0, false]],
	['stream\nendstream endobj', { isDamaged: true }, ['end', 0, '', 0, true]],
])('of a stream, %j as %j', (text, plan, end) => {
	const file = `1 0 obj<<>> ${text}`;
	for (const chunk of [1, 5, 1000]) {
		const events = scan(file, { chunk, plan: { isWanted: true, ...plan } });
		expect(events.slice(0, 2)).toEqual([['stream', 0, '<<>> '], end]);
	}
});

test('continues after a stream', () => {
	const file = '1 0 obj<<>>stream\nabc\nendstream endobj 2 0 obj 5 endobj';
	expect(scan(file).at(-1)).toEqual(['object', 39, 2, 0, ' 5 ']);
	expect(scan(file, { chunk: 1, plan: { isWanted: true, length: 3 } }).at(-1)).toEqual([
		'object',
		39,
		2,
		0,
		' 5 ',
	]);
});

test.each<[string, Partial<StreamPlan>, number]>([
	['stream\nabcendstream2 0 obj 5 endobj', { length: 3 }, 31],
	['stream\nabc 2 0 obj 5 endobj', { length: 3 }, 23],
])('loses nothing after the end of a stream, right or wrong: %j', (text, plan, at) => {
	const events = scan(`1 0 obj<<>> ${text}`, { plan: { isWanted: true, ...plan } });
	expect(events.at(-1)).toEqual(['object', at, 2, 0, ' 5 ']);
});

test('skips up to 256 blanks after the keyword stream', () => {
	const data = (blanks: string) => {
		const [, end] = scan(`1 0 obj<<>>stream${blanks}\nabcendstream`);
		return (end as unknown[])[2];
	};
	expect(data(' '.repeat(256))).toBe('abc');
	expect(data(' '.repeat(257))).toBe(`${' '.repeat(257)}\nabc`);
});

test.each([
	[16, true],
	[17, false],
])('%d blanks before the end of a stream: %s', (count, isIntact) => {
	const file = `1 0 obj<<>>stream\nabc${' '.repeat(count)}endstream endobj`;
	expect(scan(file, { plan: { isWanted: true, length: 3 } }).at(-1)).toEqual([
		'end',
		0,
		'abc',
		3,
		isIntact,
	]);
});

describe('before the file ends', () => {
	test.each<[string, Partial<StreamPlan>, unknown[]]>([
		['1 0 obj 5 endobj ', {}, ['object', 0, 1, 0, ' 5 ']],
		['1 0 obj<<>>stream\nabc', {}, ['stream', 0, '<<>>']],
		[
			`1 0 obj<<>>stream\nabc${'\nendstream endobj'.padEnd(25)}`,
			{ length: 3 },
			['end', 0, 'abc', 3, true],
		],
		[`1 0 obj${'('.padEnd(2048)}`, {}, ['damage', 'an object has no end', 0]],
	])('passes on %j', (text, plan, event) => {
		const limits = { objectBytes: 2048 };
		const events = scan(text, { ends: false, limits, plan: { isWanted: true, ...plan } });
		expect(events).toContainEqual(event);
	});
});

test('counts data beyond the limit, and drops it', () => {
	const file = '1 0 obj<<>>stream\n12345endstream';
	const end = (streamBytes: number) => scan(file, { limits: { streamBytes } }).at(-1);
	expect(end(5)).toEqual(['end', 0, '12345', 5, true]);
	expect(end(4)).toEqual(['end', 0, undefined, 5, true]);
});

test('ignores long words and long comments between objects', () => {
	for (const length of [250, 256, 300, 1000]) {
		for (const long of ['x'.repeat(length), `%${'1'.repeat(length)}`]) {
			const file = `${long}\n1 0 obj 5 endobj`;
			const expected = [['object', file.indexOf('1 0 obj'), 1, 0, ' 5 ']];
			expect(scan(file)).toEqual(expected);
			expect(scan(file, { chunk: 64 })).toEqual(expected);
		}
	}
	expect(scan(`trailer${'x'.repeat(249)}`)).toEqual([]);
	expect(scan(`trailer${'x'.repeat(248)}`)).toHaveLength(1);
});

test('keeps only a short part of a word without an end', () => {
	const word = `${'x'.repeat(256)}1 0 obj 5 endobj`;
	expect(scan(word)).toEqual([]);
	expect(scan(word, { chunk: 256 })).toEqual([['object', 256, 1, 0, ' 5 ']]);
	expect(scan(word, { chunk: 255 })).toEqual([]);
});

test('blanks before a word do not make it long', () => {
	const blanks = ' '.repeat(300);
	expect(scan(`${blanks}1 0 obj 5 endobj`)).toEqual([['object', 300, 1, 0, ' 5 ']]);
	expect(scan(`${blanks}trailer<<>>`, { chunk: 304 })).toEqual([['trailer', 300, '<<>>']]);
});

describe('an object without end', () => {
	const inside = '2 0 obj 6 endobj ';
	const long = (length: number) => `1 0 obj (${inside}${'x'.repeat(length)}`;

	test.each([1000, 3000, 8192])('is scanned like the content between objects: %d', (length) => {
		for (const chunk of [64, 100_000]) {
			expect(scan(long(length), { chunk, limits: { objectBytes: 2048 } })).toEqual([
				['damage', NO_END, 0],
				['object', 9, 2, 0, ' 6 '],
			]);
		}
	});

	test('lowers the limit of the next stream', () => {
		const object = `3 0 obj (${'x'.repeat(2500)})endobj`;
		const limits = { objectBytes: 4096 };
		expect(scan(object, { limits })).toHaveLength(1);
		expect(scan(`${long(5000)}\n${object}`, { limits })).toContainEqual([
			'damage',
			NO_END,
			long(5000).length + 1,
		]);
	});

	test('reads several of them and the content after them', () => {
		const file = `${long(3000)}\n${long(3000)}\n3 0 obj 7 endobj`;
		const limits = { objectBytes: 2048 };
		expect(scan(file, { limits }).map((event) => (event as unknown[])[0])).toEqual([
			'damage',
			'object',
			'damage',
			'object',
			'object',
		]);
	});

	test('is cut at the limit, even if the rest of a word looks like its end', () => {
		const limits = { objectBytes: 2048 };
		const cut = `1 0 obj${'xendobj'.padStart(2048)}y${' '.repeat(800)}endobj`;
		expect(scan(cut, { limits, chunk: 2000 })).toEqual([['damage', NO_END, 0]]);
	});

	test('is not one that ends with the file at the limit', () => {
		const object = `1 0 obj${'endobj'.padStart(2048)}`;
		const limits = { objectBytes: 2048 };
		expect(scan(object, { limits, chunk: 2000 })).toEqual([
			['object', 0, 1, 0, ' '.repeat(2048 - 6)],
		]);
	});

	test('has 2 kB of room at least, and as a rule more', () => {
		const object = (length: number) => `1 0 obj${'x'.padStart(length)} endobj `;
		const what = (events: unknown[]) => events.map((event) => (event as unknown[])[0]);
		expect(what(scan(object(2000), { limits: { objectBytes: 1 } }))).toEqual(['object']);
		expect(what(scan(object(5000)))).toEqual(['object']);
	});

	test('may be as long as the limit', () => {
		const object = (length: number) => `1 0 obj${'x'.padStart(length)} endobj `;
		expect(scan(object(2000), { limits: { objectBytes: 2048 } })).toHaveLength(1);
		expect(scan(object(2050), { limits: { objectBytes: 2048 } })).toEqual([['damage', NO_END, 0]]);
	});
});

test('passes on a truncated trailer unchanged', () => {
	expect(scan('trailer <</Root 1 0 R')).toEqual([['trailer', 0, ' <</Root 1 0 R']]);
});
