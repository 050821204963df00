import { answered } from '../../../support/scriptedRuntime';
import { openJob as open } from '../../../support/openJob';

describe('Get Download Link', () => {
	const NOW = Date.UTC(2026, 0, 1);
	afterEach(() => jest.restoreAllMocks());

	/** The link, if the answer takes five seconds. */
	const linkOf = async (given: object) => {
		const { run, runtime } = open();
		const date = jest.spyOn(Date, 'now').mockReturnValue(NOW);
		runtime.answer('getResult', () => {
			date.mockReturnValue(NOW + 5_000);
			return answered(200, given);
		});
		const output = await run('getDownloadLink');
		return output.json;
	};
	const given = { result_url: 'https://s3.example.com/result?X-Sig=1', expires_in: 90 };

	test("returns the service's result with its expiry, counted from before the request", async () => {
		expect(await linkOf(given)).toEqual({ ...given, expires_at: '2026-01-01T00:01:30.000Z' });
	});

	test.each([undefined, null, 'soon', '90', 1e300, -1e300, 8.64e12, Number.MAX_SAFE_INTEGER])(
		'names no time of expiry for %j',
		async (expires_in) => {
			expect(await linkOf({ ...given, expires_in })).toMatchObject({ expires_at: null });
		},
	);
});
