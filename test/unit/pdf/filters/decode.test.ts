import { deflateSync } from 'node:zlib';

import { collect, decode, readFilters } from '../../../../nodes/pdf/filters';
import { isDictionary, tryParseObject, type Dictionary } from '../../../../nodes/pdf/syntax';
import { present } from '../../../present';

const dictionary = (text: string): Dictionary => {
	const object = tryParseObject(Buffer.from(`<<${text}>>`));
	return present(isDictionary(object) ? object : undefined);
};
const within = (maxBytes: number, all = Infinity, maxSingleStepBytes = maxBytes) => {
	let spent = 0;
	return { maxBytes, maxSingleStepBytes, spend: (bytes: number) => (spent += bytes) <= all };
};
const decoded = async (text: string, data: Buffer, budget = within(1e6)) => {
	const { content, isComplete } = await collect(decode(dictionary(text), data, budget));
	return { content: content.toString('latin1'), isComplete };
};

const hello = deflateSync('Hello');

test.each([
	['', Buffer.from('Hello')],
	['/Filter[]', Buffer.from('Hello')],
	['/Filter/FlateDecode', hello],
	['/F/Fl', hello],
	['/Filter[/FlateDecode/FlateDecode]', deflateSync(hello)],
	['/Filter/ASCIIHexDecode', Buffer.from('48 65 6c6C6f>junk')],
	['/Filter/A85', Buffer.from('87cURDZ~>')],
	['/Filter[/AHx/Fl]', Buffer.from(`${hello.toString('hex')}>`)],
	['/Filter/RunLengthDecode', Buffer.from([1, 0x48, 0x65, 255, 0x6c, 0, 0x6f, 128])],
	['/Filter/Crypt', Buffer.from('Hello')],
	['/Filter[/Crypt/Fl]', hello],
])('%s', async (text, data) => {
	expect(await decoded(text, data)).toEqual({ content: 'Hello', isComplete: true });
});

test('bytes behind the end of deflated data do no harm to them', async () => {
	const data = Buffer.concat([hello, Buffer.from('\r\n')]);
	expect(await decoded('/Filter[/Fl]', data)).toMatchObject({ content: 'Hello' });
});

test('LZW, as in the example of ISO 32000-1, 7.4.4.2', async () => {
	const data = Buffer.from([0x80, 0x0b, 0x60, 0x50, 0x22, 0x0c, 0x0c, 0x85, 0x01]);
	for (const filter of ['LZWDecode', 'LZW']) {
		const content = { content: '-----A---B', isComplete: true };
		expect(await decoded(`/Filter/${filter}`, data)).toEqual(content);
	}
});

test.each([
	['', 10],
	['/DecodeParms<</EarlyChange 1>>', 10],
	['/DecodeParms<</EarlyChange 0>>', 9],
	['/DecodeParms[null]', 10],
])('LZW%s: the 255th code has %d bits', async (parameters, width) => {
	const codes = '001000001'.repeat(254) + (0x42).toString(2).padStart(width, '0');
	const bytes = codes.match(/.{1,8}/g) ?? [];
	const data = Buffer.from(bytes.map((bits) => Number.parseInt(bits.padEnd(8, '0'), 2)));
	const { content } = await decoded(`/Filter/LZWDecode${parameters}`, data);
	expect(content).toBe(`${'A'.repeat(254)}B`);
});

test.each(['DecodeParms', 'DP'])('finds the parameters of the filter in %s', async (key) => {
	const data = deflateSync(Buffer.from([1, 1, 1, 1]));
	const parameters = '<</Predictor 12/Columns 3>>';
	const undone = { content: '\x01\x02\x03', isComplete: true };
	expect(await decoded(`/Filter/Fl/${key}${parameters}`, data)).toEqual(undone);
	const hex = Buffer.from(`${data.toString('hex')}>`);
	expect(await decoded(`/Filter[/AHx/Fl]/${key}[null ${parameters}]`, hex)).toEqual(undone);
	const twice = deflateSync(Buffer.from([0, ...hello]));
	const first = `<</Predictor 12/Columns ${hello.length}>>`;
	expect(await decoded(`/Filter[/Fl/Fl]/${key}[${first} null]`, twice)).toEqual({
		content: 'Hello',
		isComplete: true,
	});
});

test('returns nothing for unknown parameters', async () => {
	const parameters = '/DecodeParms<</Predictor 2>>';
	const nothing = { content: '', isComplete: false };
	expect(await decoded(`/Filter/FlateDecode${parameters}`, hello)).toEqual(nothing);
	expect(await decoded(`/Filter/LZWDecode${parameters}`, Buffer.from([32]))).toEqual(nothing);
});

test.each([
	[0, [1, 2, 3]],
	[1, [1, 3, 6]],
	[2, [1, 2, 3]],
	[4, [1, 3, 6]],
])('undoes the PNG predictor %d', async (kind, row) => {
	const data = deflateSync(Buffer.from([kind, 1, 2, 3]));
	const text = '/Filter/FlateDecode/DecodeParms<</Predictor 12/Columns 3>>';
	const { content } = await decoded(text, data);
	expect([...Buffer.from(content, 'latin1')]).toEqual(row);
});

test('keeps content before damage, as incomplete', async () => {
	const text = 'Hello '.repeat(50_000);
	const data = deflateSync(text);
	const { content, isComplete } = await decoded('/Filter/FlateDecode', data.subarray(0, -40));
	expect(isComplete).toBe(false);
	expect(text.startsWith(content)).toBe(true);
	expect(content.length).toBeGreaterThan(1000);
});

test.each([
	['AHx', '48656c6c6f'],
	['A85', '87cURDZ'],
])('%s without its end is incomplete', async (filter, data) => {
	expect(await decoded(`/Filter/${filter}`, Buffer.from(data))).toEqual({
		content: 'Hello',
		isComplete: false,
	});
});

test('the result lacks the data that the first of two filters lacks', async () => {
	const data = deflateSync('48656c6c6f>'.padEnd(100_000, 'junk')).subarray(0, -10);
	expect(await decoded('/Filter[/Fl/AHx]', data)).toEqual({ content: 'Hello', isComplete: false });
	const predicted = deflateSync(Buffer.alloc(100_000)).subarray(0, -10);
	const parameters = '/DecodeParms<</Predictor 12/Columns 9>>';
	const { content, isComplete } = await decoded(`/Filter/Fl${parameters}`, predicted);
	expect([content.length > 1000, isComplete]).toEqual([true, false]);
});

test('deflated data come piece by piece', async () => {
	const data = deflateSync(Buffer.alloc(1e6));
	for (const parameters of ['', '/DecodeParms<</Predictor 1>>']) {
		const pieces = decode(dictionary(`/Filter/FlateDecode${parameters}`), data, within(1e6));
		const { value } = await pieces.next();
		expect([value, (value as Buffer).length < 1e6]).toEqual([expect.any(Buffer), true]);
		expect((await collect(pieces)).isComplete).toBe(true);
	}
});

test.each([
	['', Buffer.from('Hello')],
	['/Filter/FlateDecode', hello],
	['/Filter/ASCIIHexDecode', Buffer.from('48656c6c6f>')],
])('%s: as many bytes as there may be of all', async (filter, data) => {
	const nothing = { content: '', isComplete: false };
	expect(await decoded(filter, data, within(1e6, 5))).toEqual({
		content: 'Hello',
		isComplete: true,
	});
	expect(await decoded(filter, data, within(1e6, 4))).toEqual(nothing);
	expect(await decoded(filter, data, within(0))).toEqual(nothing);
});

test('returns as many bytes as a stream may have', async () => {
	const whole = { content: 'Hello', isComplete: true };
	expect(await decoded('/Filter/FlateDecode', hello, within(5))).toEqual(whole);
	expect(await decoded('/Filter/FlateDecode', hello, within(4))).toMatchObject({
		isComplete: false,
	});
	const predicted = deflateSync(Buffer.from([0, ...Buffer.from('Hello')]));
	const text = '/Filter/FlateDecode/DecodeParms<</Predictor 12/Columns 5>>';
	expect(await decoded(text, predicted, within(6))).toEqual(whole);
	expect(await decoded(text, predicted, within(4))).toEqual({ content: '', isComplete: false });
});

test('limits the bytes of filters that run in one step', async () => {
	const atOnce = (bytes: number) => within(1e6, Infinity, bytes);
	const hex = Buffer.from('48656c6c6f>');
	const nothing = { content: '', isComplete: false };
	expect(await decoded('/Filter/AHx', hex, atOnce(11))).toEqual({
		content: 'Hello',
		isComplete: true,
	});
	expect(await decoded('/Filter/AHx', hex, atOnce(10))).toEqual(nothing);
	expect(await decoded('/Filter/Fl', hello, atOnce(1))).toMatchObject({ isComplete: true });
	expect(await decoded('/Filter/Crypt', hex, atOnce(1))).toMatchObject({ isComplete: true });
	const run = Buffer.from([253, 0x61, 0, 0x62, 128]);
	expect(await decoded('/Filter/RL', run, atOnce(5))).toEqual({
		content: 'aaaab',
		isComplete: true,
	});
	expect(await decoded('/Filter/RL', run.subarray(0, 4), atOnce(5))).toMatchObject({
		isComplete: false,
	});
	const doubled = Buffer.concat([run.subarray(0, 2), run]);
	expect(await decoded('/Filter/RL', doubled, atOnce(7))).toMatchObject({ isComplete: false });
	const codes = Buffer.from([0x80, 0x0b, 0x60, 0x50, 0x22, 0x0c, 0x0c, 0x85, 0x01]);
	expect(await decoded('/Filter/LZW', codes, atOnce(9))).toMatchObject({ isComplete: true });
	expect(await decoded('/Filter/LZW', codes, atOnce(8))).toEqual(nothing);
	expect(await decoded('/Filter/LZW', codes.subarray(0, 7), atOnce(9))).toMatchObject({
		isComplete: false,
	});
});

test('stops at the limit of a stream or of all streams', async () => {
	const data = deflateSync(Buffer.alloc(1e6));
	for (const budget of [within(50_000), within(1e9, 50_000), within(0)]) {
		const { content, isComplete } = await decoded('/Filter/FlateDecode', data, budget);
		expect([content.length <= 50_000, isComplete]).toEqual([true, false]);
	}
});

test('returns nothing for an unknown code', async () => {
	for (const text of ['/Filter/DCTDecode', '/Filter 5 0 R', '/Filter[/Fl 5]', '/F(file)']) {
		expect(await decoded(text, hello)).toEqual({ content: '', isComplete: false });
	}
});

test.each([
	['', []],
	['/Filter/Fl', ['FlateDecode']],
	['/Filter[/LZW/A85]', ['LZWDecode', 'ASCII85Decode']],
	['/F[/AHx/RL]', ['ASCIIHexDecode', 'RunLengthDecode']],
	['/Filter/DCTDecode', ['DCTDecode']],
	['/Filter/constructor', ['constructor']],
	['/Filter 5 0 R', undefined],
	['/Filter[/Fl 5 0 R]', undefined],
])('lists the filters of <<%s>>', (text, filters) => {
	expect(readFilters(dictionary(text))).toEqual(filters);
});
