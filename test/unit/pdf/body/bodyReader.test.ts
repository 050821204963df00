import { NO_TURNS } from '../reading';
import { BodyReader, type EarlierPass } from '../../../../nodes/pdf/body/bodyReader';
import { READER_LIMITS, type ReaderLimits } from '../../../../nodes/pdf/limits';

const HEAD = { offset: 40, number: 1, generation: 0 };
const ELEMENT = '<</S/P/P 1 0 R/K 1>>';

const open = (limits: Partial<ReaderLimits> = {}, wrongLengths: number[] = []) => {
	const earlier: EarlierPass = { integers: new Map(), wrongLengths: new Set(wrongLengths) };
	const reader = new BodyReader({ ...READER_LIMITS, ...limits }, earlier, NO_TURNS);
	const stream = (dictionary: string) => reader.onStream(HEAD, Buffer.from(dictionary));
	const streamEnd = (data?: string) =>
		reader.onStreamEnd(HEAD, {
			length: 3,
			isIntact: true,
			data: data === undefined ? undefined : Buffer.from(data),
		});
	return { reader, body: reader.body, stream, streamEnd };
};

test('is busy while more bytes of streams than the limit are pending', async () => {
	const { reader, stream, streamEnd } = open({ pendingBytes: 3 + 1024 });
	stream('<<>>');
	streamEnd('abc');
	expect(reader.isBusy).toBe(false);
	stream('<<>>');
	streamEnd('a');
	expect(reader.isBusy).toBe(true);
	await reader.settle();
	expect(reader.isBusy).toBe(false);
	expect(reader.body.contents.size).toBe(1);
});

test.each([
	['12', 12],
	['  12  ', 12],
	[`12${' '.repeat(21)}`, 12],
	[`12${' '.repeat(22)}`, undefined],
	['1 2', undefined],
])('reads an object of %j as the number %p', (text, number) => {
	const { reader, body } = open();
	reader.onObject(HEAD, Buffer.from(text));
	expect(body.integers.get(1)).toBe(number);
	expect(body.lastPart).toBe(40);
});

test('structure elements have half the room, and streams that look like one have all of it', () => {
	const limits = { keptBytes: ELEMENT.length + 1 };
	const elements = open(limits);
	elements.reader.onObject(HEAD, Buffer.from(ELEMENT));
	expect(elements.body.objects.getBytes(0)).toBeUndefined();
	const streams = open(limits);
	streams.stream(ELEMENT);
	expect(streams.body.objects.getBytes(0)?.toString()).toBe(ELEMENT);
});

describe('of a stream is known', () => {
	test.each([
		['<</Length 3>>', { isWanted: true, isDamaged: false, length: 3 }],
		['<</Length -1>>', { isWanted: true, isDamaged: false }],
		['<</Length/x>>', { isWanted: true, isDamaged: false }],
		['<<>>', { isWanted: true, isDamaged: false }],
		['<</Subtype/Image/Length 3>>', { isWanted: false, isDamaged: false, length: 3 }],
	])('by %s: %j', (dictionary, plan) => {
		expect(open().stream(dictionary)).toStrictEqual(plan);
	});

	test('has no length if the given one was wrong', () => {
		const plan = open({}, [40]).stream('<</Length 3>>');
		expect(plan).toStrictEqual({ isWanted: true, isDamaged: true });
	});
});

test.each<[string, string, string | undefined]>([
	['that is not looked into', '<</Subtype/Image>>', 'abc'],
	['of which too much came', '<<>>', undefined],
])('a stream %s leaves nothing', async (_what, dictionary, data) => {
	const { reader, body, stream, streamEnd } = open();
	stream(dictionary);
	streamEnd(data);
	await reader.settle();
	expect([body.contents.size, body.sections.size, body.trailers.length]).toEqual([0, 0, 0]);
});

test('metadata has its own limit', async () => {
	const { body, reader, stream, streamEnd } = open({ metadataBytes: 5 });
	const read = async (dictionary: string, data: string) => {
		body.metadata.clear();
		stream(dictionary);
		streamEnd(data);
		await reader.settle();
		return body.metadata.size;
	};
	expect(await read('<</Type/Metadata>>', '12345')).toBe(1);
	expect(await read('<</Type/Metadata>>', '123456')).toBe(0);
	await read('<<>>', '(Text) Tj');
	expect(body.contents.get(40)?.isComplete).toBe(true);
});

test('all trailers share the limit of one object', async () => {
	const { body, reader } = open({ objectBytes: 100 });
	const trailer = (length: number) => Buffer.from(`<</Root(${'x'.repeat(length - 10)})>>`);
	reader.onTrailer(10, trailer(60));
	reader.onTrailer(20, trailer(41));
	expect(body.trailers).toHaveLength(1);
	expect([...body.damage]).toEqual(['a trailer cannot be read']);
	const other = open({ objectBytes: 100 });
	for (const padding of [40, 30]) {
		other.stream(`<</Type/XRef/W[1 1 1]/Size 1${' '.repeat(padding)}>>`);
		other.streamEnd('abc');
		await other.reader.settle();
	}
	expect(other.body.trailers).toHaveLength(1);
});

test('ignores the end of a stream that did not begin', () => {
	const { body, reader } = open();
	reader.onStreamEnd(HEAD, { length: 3, isIntact: false });
	expect(body.wrongLengths.size).toBe(0);
});

test('treats an object without an end as the last one, but not damage elsewhere', () => {
	const { body, reader } = open();
	reader.onDamage('an object has no end', HEAD);
	reader.onDamage('something else');
	expect(body.lastPart).toBe(40);
	expect([...body.damage]).toEqual(['an object has no end', 'something else']);
});
