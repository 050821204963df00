import { present } from '../present';
import { setupIn, documentOf, MODES } from './setup';
import { expectRefused } from './expectations';
import { toldBy } from './judge';
import { changed, refusal, type Handler, type Step } from './service';

/** Far longer than any text of the service or its storage. */
const LONG = 100_000;
/** Maximum shown length of an external text. */
const SHOWN = 2_000;

const API_STEPS: Step[] = ['createUpload', 'submitJob', 'getJob', 'getResult'];

/** Statuses without a retry, so the error is immediate. */
const REFUSALS = [400, 402, 418];

describe.each(MODES)('no secret is shown (binary mode %s)', (mode) => {
	const setup = setupIn(mode);
	const one = [documentOf('document')];

	/** Text of the error of a run with this handler. */
	const expectRefusalAt = async (step: Step, handler: Handler): Promise<string> => {
		setup().service.every(step, handler);
		const judged = await setup().tag(one, { reachesDeadline: true });
		expectRefused(judged);
		const told = toldBy(judged.execution);
		expect(told.length).toBeLessThan(2 * SHOWN);
		return told;
	};

	describe.each(API_STEPS)('%s answers with the key in', (step) => {
		test.each([480, 490, 495, 500, 3_990])('its message, across the %ith character', async (at) => {
			const { apiKey } = setup();
			const message = `${'x'.repeat(at - 10)}${apiKey}${'y'.repeat(50)}`;
			const told = await expectRefusalAt(step, (exchange) =>
				exchange.send(refusal(418, { message })),
			);
			// The text contains no more of the key than the prefix that all keys share.
			expect(told).not.toContain(apiKey.slice(0, 12));
		});

		test('its request ID, its type, its content type and its own headers', async () => {
			const { apiKey } = setup();
			const error = { request_id: `req ${apiKey}`, type: `type ${apiKey}` };
			const headers = {
				'content-type': `text/${apiKey}`,
				'x-request-id': apiKey,
				'retry-after': apiKey,
			};
			for (const status of REFUSALS) {
				const answer = { ...refusal(status, error), headers };
				const told = await expectRefusalAt(step, (exchange) => exchange.send(answer));
				expect(told).not.toContain(apiKey);
			}
		});

		test('a redirect, which is not followed', async () => {
			const { apiKey, service } = setup();
			const location = `${service.url('elsewhere')}/${apiKey}?key=${apiKey}`;
			await expectRefusalAt(step, (exchange) =>
				exchange.send({ status: 307, headers: { location } }),
			);
			expect(service.visits.filter(({ origin }) => origin === 'elsewhere')).toEqual([]);
		});
	});

	test.each(['message', 'type', 'request_id'])(
		'an endless error.%s is shortened',
		async (field) => {
			const answer = refusal(418, { [field]: 'x'.repeat(LONG) });
			await expectRefusalAt('submitJob', (exchange) => exchange.send(answer));
		},
	);

	describe('storage echoes', () => {
		test.each([400, 403, 413])('the form in XML, with status %i', async (status) => {
			await expectRefusalAt('store', async (exchange) => {
				const form = String(await exchange.body()).slice(0, 2_000);
				const body = `<Error><Code>${form}</Code><Message>${form}</Message></Error>`;
				exchange.send({ status, headers: { 'content-type': 'application/xml' }, body });
			});
		});

		test('the presigned address of a download', async () => {
			await expectRefusalAt('download', (exchange) => {
				const { url = '' } = exchange.request;
				exchange.send({ ...refusal(418, { message: url, type: url, request_id: url }) });
			});
		});

		test('a form value as the content type of what is no PDF', async () => {
			await expectRefusalAt('download', (exchange) => {
				const { url = '' } = exchange.request;
				const type = url.split('=')[1] ?? '';
				exchange.send({ status: 200, headers: { 'content-type': type }, body: 'no PDF' });
			});
		});

		test('an endless code', async () => {
			const body = `<Error><Code>${'x'.repeat(LONG)}</Code></Error>`;
			await expectRefusalAt('store', (exchange) => exchange.send({ status: 400, body }));
			await expectRefusalAt('download', (exchange) => exchange.send({ status: 400, body }));
		});
	});

	test('a key that was pasted with a space stays secret', async () => {
		const { apiKey, engine, service } = setup();
		engine.credentials.tagPdfApi = { apiKey: ` ${apiKey} `, baseUrl: service.url('service') };
		const answer = refusal(418, { message: `The key "${apiKey}" is unknown` });
		const told = await expectRefusalAt('createUpload', (exchange) => exchange.send(answer));
		engine.credentials.tagPdfApi = { apiKey, baseUrl: service.url('service') };
		expect(told).not.toContain(apiKey);
	});

	describe('addresses that are no http(s) ones', () => {
		const ADDRESSES = [
			'data:application/pdf;base64,JVBERi0xLjcKJSVFT0YK',
			'file:///etc/passwd',
			'ftp://127.0.0.1/result',
			'javascript:alert(1)',
			'blob:https://127.0.0.1/1',
			'//127.0.0.1/result',
			'result.pdf',
		];

		test.each(ADDRESSES)('result_url %s is refused in one clear sentence', async (url) => {
			const { service } = setup();
			const told = await expectRefusalAt('getResult', async (exchange) =>
				exchange.send(changed(await exchange.own(), { result_url: url })),
			);
			expect(told).toContain(present(service.world.charges[0]).jobId);
			expect(told).not.toMatch(/broke|ERR_|UNKNOWN|The connection to {2}/);
			expect(told).not.toContain(url.slice(0, 30));
			expect(service.of('download')).toEqual([]);
		});

		test.each(ADDRESSES)('upload_url %s is refused in one clear sentence', async (url) => {
			const told = await expectRefusalAt('createUpload', async (exchange) =>
				exchange.send(changed(await exchange.own(), { upload_url: url })),
			);
			expect(told).not.toMatch(/broke|ERR_|UNKNOWN|The connection to {2}/);
			expect(setup().service.world.charges).toEqual([]);
		});
	});
});
