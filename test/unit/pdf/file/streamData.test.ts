import { ByteInput } from '../../../../pdf/file/byteInput';
import { readStreamData, type StreamPlan } from '../../../../pdf/file/streamData';
import { GrowingBuffer } from '../../../../pdf/growingBuffer';
import { Turns } from '../../../../pdf/turns';

interface Read {
	data: string | undefined;
	length: number;
	isIntact: boolean;
	/** What was not read. */
	rest: string;
}

/** Reads what follows the word `stream`, in chunks of this size. */
async function read(text: string, plan: Partial<StreamPlan> = {}, size = 7): Promise<Read> {
	async function* chunks(): AsyncGenerator<Buffer, void> {
		for (let at = 0; at < text.length; at += size) {
			yield await Promise.resolve(Buffer.from(text.slice(at, at + size), 'latin1'));
		}
	}
	const turns = new Turns(25, () => Promise.resolve());
	await turns.begin();
	const input = new ByteInput(chunks(), turns);
	const buffer = new GrowingBuffer(1_000);
	const found = await readStreamData(input, { isDamaged: false, maxBytes: 1_000, buffer, ...plan });
	await input.require(Infinity);
	turns.end();
	const { isIntact, isKept, length } = found;
	const data = isKept ? buffer.bytes.toString('latin1') : undefined;
	return { data, length, isIntact, rest: input.peek().toString('latin1') };
}

/** More than is received before the data are read. */
const LONG = 'a'.repeat(300);

test.each<[string, string, Partial<StreamPlan>, Partial<Read>]>([
	['a line feed', '\nabc\nendstream x', { length: 3 }, { data: 'abc', isIntact: true, rest: ' x' }],
	['a carriage return', '\rabc\nendstream', { length: 3 }, { data: 'abc', isIntact: true }],
	['both', '\r\nabc\r\nendstream', { length: 3 }, { data: 'abc', isIntact: true, rest: '' }],
	['blanks before them', '   \nabc\nendstream', { length: 3 }, { data: 'abc', isIntact: true }],
	[
		'as many blanks as are skipped',
		`${' '.repeat(256)}\nabc\nendstream`,
		{ length: 3 },
		{ data: 'abc', isIntact: true },
	],
	['more blanks', `${' '.repeat(257)}\nabc\nendstream`, { length: 3 }, { data: '   ' }],
	['blanks alone', '  abc\nendstream', { length: 5 }, { data: '  abc', isIntact: true }],
	['no end of line', '\nabcendstream', { length: 3 }, { data: 'abc', isIntact: true }],
	['a line feed of the data', '\n\nab\nendstream', { length: 3 }, { data: '\nab', isIntact: true }],
	['no data', '\nendstream', { length: 0 }, { data: '', length: 0, isIntact: true }],
	['the word in the data', '\nendstream\nendstream', { length: 9 }, { data: 'endstream' }],
	[
		'a length that is too short',
		'\nabcdef\nendstream',
		{ length: 3 },
		{ data: 'abc', isIntact: false },
	],
	['three blanks after it', '\nabc\n\n\nendstream', { length: 3 }, { isIntact: false }],
	['a length beyond the file', '\nabc\nendstream', { length: 99 }, { length: 13, isIntact: false }],
	['no length', '\nabc\nendstream x', {}, { data: 'abc\n', length: 4, isIntact: true, rest: ' x' }],
	['no length and no end', '\nabc endobj', {}, { data: 'abc endobj', isIntact: false, rest: '' }],
	[
		'damage, where the end of the object counts',
		'\nabc endobj 2 0 obj 5 endobj stream\nendstream',
		{ isDamaged: true },
		{ data: 'abc ', isIntact: true, rest: 'endobj 2 0 obj 5 endobj stream\nendstream' },
	],
	[
		'damage, and the end of the stream first',
		'\nabc endstream endobj',
		{ isDamaged: true },
		{ data: 'abc ', isIntact: true, rest: ' endobj' },
	],
	['data that are not wanted', '\nabc\nendstream', { length: 3, maxBytes: 0 }, { data: undefined }],
	[
		'too many data',
		'\nabcd\nendstream',
		{ length: 4, maxBytes: 3 },
		{ data: undefined, length: 4 },
	],
	['as many as are kept', '\nabcd\nendstream', { length: 4, maxBytes: 4 }, { data: 'abcd' }],
	[
		'an end that is received after the data',
		`\n${LONG}\r\nendstream x`,
		{ length: 300 },
		{ data: LONG, isIntact: true, rest: ' x' },
	],
	[
		'an end that is received after data without a length',
		`\n${LONG}\nendstream x`,
		{},
		{ data: `${LONG}\n`, length: 301, isIntact: true, rest: ' x' },
	],
	[
		'damage, and an end of the object that is received after the data',
		`\n${LONG}endobj 2 0 obj`,
		{ isDamaged: true },
		{ data: LONG, isIntact: true, rest: 'endobj 2 0 obj' },
	],
])('%s', async (_, text, plan, expected) => {
	for (const size of [1, 7, 1_000]) expect(await read(text, plan, size)).toMatchObject(expected);
});
