import { checkAddress } from '../../../../nodes/client/service/checkAddress';

const BASE = 'https://api.example.com';
const refusalOf = (address: string, baseUrl = BASE) => checkAddress('result_url', address, baseUrl);

describe('an address that the service names', () => {
	it.each([
		['https://s3.example.com/x', BASE],
		['HTTPS://s3.example.com/x', BASE],
		['http://127.0.0.1:9000/x', 'https://localhost:4010'],
		['http://localhost:9000/x', 'https://[::1]'],
		['http://127.0.0.1:9000/x', 'http://localhost:4010'],
		['http://s3.example.com/x', 'http://localhost:4010'],
	])('%s is accepted with the base URL %s', (address, baseUrl) => {
		expect(refusalOf(address, baseUrl)).toBeUndefined();
	});

	it.each([
		...['data:application/pdf,x', 'ftp://a.example.com', 'file:///etc/passwd'],
		...['/x', '//a/x', 'shttp://a.example.com', 'httpsx://a.example.com'],
	])('%s is not accepted', (address) => {
		const refused = { kind: 'address', field: 'result_url', reason: 'is not an http(s) address' };
		expect(refusalOf(address)).toEqual(refused);
		expect(refusalOf(address, 'http://localhost')).toEqual(refused);
	});

	it.each([
		['http://s3.example.com/x', BASE],
		['http://127.0.0.1/x', BASE],
		['http://s3.example.com/x', 'https://localhost'],
	])('%s is refused without TLS, with the base URL %s', (address, baseUrl) => {
		expect(refusalOf(address, baseUrl)).toEqual({
			kind: 'address',
			field: 'result_url',
			reason: 'is not https, although the Base URL is',
		});
	});
});
