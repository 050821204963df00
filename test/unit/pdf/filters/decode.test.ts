import { deflateSync } from 'node:zlib';

import { collect, decode, filtersOf } from '../../../../nodes/pdf/filters';
import { isDictionary, objectIn, type Dictionary } from '../../../../nodes/pdf/syntax';
import { present } from '../../../present';

const dictionary = (text: string): Dictionary => {
	const object = objectIn(Buffer.from(`<<${text}>>`));
	return present(isDictionary(object) ? object : undefined);
};
const within = (most: number, all = Infinity) => {
	let spent = 0;
	return { most, spend: (bytes: number) => (spent += bytes) <= all };
};
const decoded = async (text: string, data: Buffer, budget = within(1e6)) => {
	const { content, whole } = await collect(decode(dictionary(text), data, budget));
	return { content: content.toString('latin1'), whole };
};

const hello = deflateSync('Hello');

test.each([
	['', Buffer.from('Hello')],
	['/Filter/FlateDecode', hello],
	['/Filter[/Fl]', Buffer.concat([hello, Buffer.from('\r\n')])],
	['/Filter[/FlateDecode/FlateDecode]', deflateSync(hello)],
	['/Filter/ASCIIHexDecode', Buffer.from('48 65 6c6C6f>junk')],
	['/Filter/A85', Buffer.from('87cURDZ~>')],
	['/Filter[/AHx/Fl]', Buffer.from(hello.toString('hex'))],
	['/Filter/RunLengthDecode', Buffer.from([1, 0x48, 0x65, 255, 0x6c, 0, 0x6f, 128])],
	['/Filter/Crypt', Buffer.from('Hello')],
])('%s', async (text, data) => {
	const { content } = await decoded(text, data);
	expect(content).toBe('Hello');
});

test('LZW, as in the example of ISO 32000-1, 7.4.4.2', async () => {
	const data = Buffer.from([0x80, 0x0b, 0x60, 0x50, 0x22, 0x0c, 0x0c, 0x85, 0x01]);
	const { content } = await decoded('/Filter/LZWDecode', data);
	expect(content).toBe('-----A---B');
});

test.each([
	[0, [1, 2, 3]],
	[1, [1, 3, 6]],
	[2, [1, 2, 3]],
	[4, [1, 3, 6]],
])('a row with the PNG predictor %d', async (kind, row) => {
	const data = deflateSync(Buffer.from([kind, 1, 2, 3]));
	const text = '/Filter/FlateDecode/DecodeParms<</Predictor 12/Columns 3>>';
	const { content } = await decoded(text, data);
	expect([...Buffer.from(content, 'latin1')]).toEqual(row);
});

test('what came before damage counts, and is not all', async () => {
	const text = 'Hello '.repeat(50_000);
	const data = deflateSync(text);
	const { content, whole } = await decoded('/Filter/FlateDecode', data.subarray(0, -40));
	expect(whole).toBe(false);
	expect(text.startsWith(content)).toBe(true);
	expect(content.length).toBeGreaterThan(1000);
});

test('a bound ends it, of one stream or of all', async () => {
	const data = deflateSync(Buffer.alloc(1e6));
	for (const budget of [within(50_000), within(1e9, 50_000), within(0)]) {
		const { content, whole } = await decoded('/Filter/FlateDecode', data, budget);
		expect([content.length <= 50_000, whole]).toEqual([true, false]);
	}
});

test('what is not known gives nothing', async () => {
	expect(await decoded('/Filter/DCTDecode', hello)).toEqual({ content: '', whole: false });
	expect(filtersOf(dictionary('/Filter 5 0 R'))).toBeUndefined();
});
