import { decoded } from './decoded';

test.each<[string, Buffer | string, string]>([
	['/Filter/ASCIIHexDecode', '48 65 6C\n6c6F>ignored', 'Hello'],
	['/Filter/ASCIIHexDecode', '486>', 'H`'],
	['/Filter/ASCIIHexDecode', '480>', 'H\0'],
	['/Filter/ASCIIHexDecode', '>', ''],
	['/Filter/ASCIIHexDecode', '4\0\t\n\f\r 8>', 'H'],
	// In pieces of seven characters.
	['/Filter/ASCIIHexDecode', '0102030405060708>', '\x01\x02\x03\x04\x05\x06\x07\x08'],
	['/Filter/ASCII85Decode', '87cUR\nD]~>', 'Hello'],
	['/Filter/ASCII85Decode', '87cURD]i,"Ebo80~ >', 'Hello World!'],
	['/Filter/ASCII85Decode', 'z~>', '\0\0\0\0'],
	['/Filter/ASCII85Decode', '87cURz87cURzz~>', 'Hell\0\0\0\0Hell\0\0\0\0\0\0\0\0'],
	['/Filter/ASCII85Decode', '\0\t8\n7\fc\rU R~\r\n>', 'Hell'],
	// A single last digit gives no byte, and of what is too large for four bytes, the lowest count.
	['/Filter/ASCII85Decode', '87cUR!~>', 'Hell'],
	['/Filter/ASCII85Decode', 's8W-!~>', '\xff\xff\xff\xff'],
	['/Filter/ASCII85Decode', 's8W-"~>', '\0\0\0\0'],
	['/Filter/ASCII85Decode', '~>ignored', ''],
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
	['/Filter/ASCII85Decode', '87c\x01UR~>', 'Hell'],
	['/Filter/ASCII85Decode', '87zcURD]~>', 'Hello'],
	// Some writers begin with a mark that ends nothing.
	['/Filter/ASCII85Decode', '<~87cURD]~>', ''],
])('%s %j is not complete', (dictionary, data, expected) => {
	expect(decoded(dictionary, data)).toEqual([expected, false]);
});
