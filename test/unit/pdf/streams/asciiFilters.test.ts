import { decoded } from './decoded';

test.each<[string, Buffer | string, string]>([
	['/Filter/ASCIIHexDecode', '48 65 6C\n6c6F>ignored', 'Hello'],
	['/Filter/ASCIIHexDecode', '486>', 'H`'],
	['/Filter/ASCIIHexDecode', '>', ''],
	['/Filter/ASCII85Decode', '87cUR\nD]~>', 'Hello'],
	['/Filter/ASCII85Decode', '87cURD]i,"Ebo80~ >', 'Hello World!'],
	['/Filter/ASCII85Decode', 'z~>', '\0\0\0\0'],
	['/Filter/ASCII85Decode', 'rr~>', '\xff'],
	// The highest digit.
	['/Filter/ASCII85Decode', '!!!!u~>', '\0\0\0T'],
])('%s %j', (dictionary, data, expected) => {
	expect(decoded(dictionary, data)).toEqual([expected, true]);
});

test.each<[string, Buffer | string, string]>([
	['/Filter/ASCIIHexDecode', '4865', 'He'],
	['/Filter/ASCIIHexDecode', '48?65>', 'He'],
	['/Filter/ASCII85Decode', '87cUR', 'Hell'],
	['/Filter/ASCII85Decode', '87cUR\nD]~', 'Hello'],
	['/Filter/ASCII85Decode', '87v~>', 'H'],
	['/Filter/ASCII85Decode', '87zcURD]~>', 'Hello'],
	// Some writers begin with a mark that ends nothing.
	['/Filter/ASCII85Decode', '<~87cURD]~>', ''],
])('%s %j is not complete', (dictionary, data, expected) => {
	expect(decoded(dictionary, data)).toEqual([expected, false]);
});
