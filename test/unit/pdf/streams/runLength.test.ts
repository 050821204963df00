import { decoded } from './decoded';

test.each<[string, Buffer | string, string]>([
	['/Filter/RunLengthDecode', '\x04Hello\xfex\x80ignored', 'Helloxxx'],
	['/Filter/RunLengthDecode', `\x81-\x80`, '-'.repeat(128)],
])('%s %j', (dictionary, data, expected) => {
	expect(decoded(dictionary, data)).toEqual([expected, true]);
});

test.each<[string, Buffer | string, string]>([
	['/Filter/RunLengthDecode', '\x04Hel', 'Hel'],
	['/Filter/RunLengthDecode', '\x04Hello', 'Hello'],
])('%s %j is not complete', (dictionary, data, expected) => {
	expect(decoded(dictionary, data)).toEqual([expected, false]);
});
