import { normalizeApiKey } from '../../../../nodes/client/service/apiKey';

test.each([
	['key_1', 'key_1'],
	['  key_1\r\n', 'key_1'],
	['Bearer key_1', 'key_1'],
	[' BEARER \t key_1 ', 'key_1'],
	['Bearerkey', 'Bearerkey'],
	['key Bearer x', 'key Bearer x'],
	['', ''],
	[7, ''],
	[undefined, ''],
])('%j is the key %j', (input, key) => {
	expect(normalizeApiKey(input)).toBe(key);
});
