import { decoded } from './decoded';

test.each<[string, Buffer | string, string]>([
	['/Filter/RunLengthDecode', '\x04Hello\xfex\x80ignored', 'Helloxxx'],
	// The shortest runs, and the longest.
	['/Filter/RunLengthDecode', '\0a\xffb\x80', 'abb'],
	['/Filter/RunLengthDecode', `\x7f${'abcd'.repeat(32)}\x80`, 'abcd'.repeat(32)],
	['/Filter/RunLengthDecode', '\x80', ''],
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
