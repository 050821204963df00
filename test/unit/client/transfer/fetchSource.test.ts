import { HALT_REASON } from '../../../../nodes/client/errors';
import { fetchSource } from '../../../../nodes/client/transfer';
import { failureOf } from '../../support/failureOf';
import { contentOf, pdfOf, streamOf } from '../../support/pdf';
import { noAnswer, ScriptedRuntime, silence, streamed } from '../../support/scriptedRuntime';

const ADDRESS = 'https://files.example.com:8443/report.pdf?token=secret';
const pdf = pdfOf(3_000);

describe('fetchSource', () => {
	let runtime: ScriptedRuntime;
	let stop: AbortController;

	beforeEach(() => {
		runtime = new ScriptedRuntime();
		stop = new AbortController();
	});

	const fetched = async (save = contentOf) =>
		await fetchSource(runtime, ADDRESS, { save, maxBytes: 1_000_000 }, stop.signal);

	it('returns the result of saving the document', async () => {
		runtime.serve(streamed(pdf));
		expect(await fetched()).toEqual(pdf);
		expect(runtime.requests).toMatchObject([{ asked: 'open', url: ADDRESS }]);
	});

	it('retries a missing or incomplete document', async () => {
		const broken = streamOf(pdf.subarray(0, 10), noAnswer('ECONNRESET'));
		runtime.serve(noAnswer('ENOTFOUND'), streamed('', {}, 503), streamed(broken), streamed(pdf));
		expect(await fetched()).toEqual(pdf);
		expect(runtime.requests).toHaveLength(4);
	});

	it("waits after 429 without closing the API key's gate", async () => {
		const began = runtime.now();
		runtime.serve(streamed('', { 'retry-after': '30' }, 429), streamed(pdf));
		expect(await fetched()).toEqual(pdf);
		expect(runtime.slept).toContain(30_000);
		expect(runtime.requests.map(({ at }) => at - began)).toEqual([0, 30_000]);
	});

	it.each([401, 403, 404, 410])(
		'fails at once for %i, with only the server',
		async (statusCode) => {
			runtime.serve(streamed('', {}, statusCode));
			const error = await failureOf(fetched());
			expect(error.code).toBe('SOURCE_UNAVAILABLE');
			expect(error.facts).toEqual({
				request: 'fetchSource',
				server: 'files.example.com:8443',
				failure: { kind: 'status', statusCode },
				tries: 1,
				unanswered: false,
			});
			expect(JSON.stringify(error.facts)).not.toContain('secret');
		},
	);

	it('fails at once for a body that is no PDF', async () => {
		runtime.serve(streamed('<html></html>', { 'content-type': 'text/html' }));
		const error = await failureOf(fetched());
		expect(error.code).toBe('NOT_A_PDF');
		expect(error.facts.tries).toBe(1);
	});

	it('fails after four tries without an answer, with the exception', async () => {
		const cause = noAnswer('ECONNRESET');
		runtime.serve(cause);
		const error = await failureOf(fetched());
		expect(error.code).toBe('SOURCE_UNAVAILABLE');
		expect(error.cause).toMatchObject({ message: cause.message });
		expect(error.facts.tries).toBe(4);
	});

	it.each([
		[undefined, 'STOPPED'],
		[HALT_REASON, 'NOT_STARTED'],
	])('stops at once (%p)', async (reason, code) => {
		const began = runtime.now();
		runtime.serve(silence);
		runtime.after(1_000, () => stop.abort(reason));
		expect((await failureOf(fetched())).code).toBe(code);
		expect(runtime.now() - began).toBe(1_000);
	});

	it('reports a document that could not be saved, with the exception, and fetches it once', async () => {
		const full = new Error('ENOSPC');
		runtime.serve(streamed(pdf));
		const error = await failureOf(fetched(async () => await Promise.reject(full)));
		expect(error.code).toBe('NOT_SAVED');
		expect(error.facts).toEqual({});
		expect(error.cause).toBe(full);
		expect(runtime.all('open')).toHaveLength(1);
	});
});
