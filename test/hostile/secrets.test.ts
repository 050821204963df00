import { setupIn, documentOf, MODES } from './setup';
import { expectRefused } from './expectations';
import { toldBy } from './judge';
import { refusal, type Handler, type Step } from './service';

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
	});

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
	});

	test('a key that was pasted with a space stays secret', async () => {
		const { apiKey, engine, service } = setup();
		engine.credentials.tagPdfApi = { apiKey: ` ${apiKey} `, baseUrl: service.url('service') };
		const answer = refusal(418, { message: `The key "${apiKey}" is unknown` });
		const told = await expectRefusalAt('createUpload', (exchange) => exchange.send(answer));
		engine.credentials.tagPdfApi = { apiKey, baseUrl: service.url('service') };
		expect(told).not.toContain(apiKey);
	});
});
