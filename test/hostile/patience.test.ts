import { gzipSync } from 'node:zlib';

import { PRODUCT_LIMITS } from '../../client/limits';
import { present } from '../present';
import { setupIn, documentOf, MODES } from './setup';
import { expectDelivered, expectRefused } from './expectations';
import { toldBy } from './judge';
import { changed, refusal, sha256, type Answer, type Handler, type Step } from './service';

const status =
	(statusCode: number): Handler =>
	(exchange) =>
		exchange.send(refusal(statusCode));

/** Replaces the service's answer after the service has executed the request. */
const afterEffect =
	(instead: Answer): Handler =>
	async (exchange) => {
		await exchange.own();
		exchange.send(instead);
	};

/** More consecutive answers of one kind than a request has tries. */
const LONG_AWAY = 25;

describe.each(MODES)('a paid result is not given up (binary mode %s)', (mode) => {
	const setup = setupIn(mode);
	const one = [documentOf('document')];

	describe('a job that this run has submitted', () => {
		test.each([1, 3, 6])('and that %i polls do not find, is polled again', async (looks) => {
			setup().service.times('getJob', looks, status(404));
			expectDelivered(await setup().tag(one));
		});

		test('whose result is not found at first, is requested again', async () => {
			setup().service.times('getResult', 3, status(404));
			expectDelivered(await setup().tag(one));
		});

		test('and that stays unknown, is named as paid', async () => {
			const { service } = setup();
			service.every('getJob', status(404));
			const judged = await setup().tag(one, { reachesDeadline: true });
			expectRefused(judged, present(service.world.charges[0]).jobId, /charged/);
		});
	});

	describe('retries transient failures until the deadline', () => {
		const passing: Array<[Step, number]> = [
			['getJob', 500],
			['getJob', 502],
			['getJob', 503],
			['getJob', 408],
			['getResult', 500],
			['getResult', 409],
			['download', 500],
			['download', 503],
			['download', 429],
			['download', 408],
		];

		test.each(passing)(`%s answers %i ${LONG_AWAY} times`, async (step, statusCode) => {
			setup().service.times(step, LONG_AWAY, status(statusCode));
			expectDelivered(await setup().tag(one));
		});

		test.each<Step>(['getJob', 'getResult', 'download'])(
			`%s breaks ${LONG_AWAY} times`,
			async (step) => {
				setup().service.times(step, LONG_AWAY, (exchange) => exchange.reset());
				expectDelivered(await setup().tag(one));
			},
		);

		test('fails at the deadline with the job', async () => {
			const { service } = setup();
			service.every('getJob', status(503));
			const judged = await setup().tag(one, { reachesDeadline: true });
			expectRefused(judged, present(service.world.charges[0]).jobId, /paid/);
		});
	});

	describe('a submission whose answer', () => {
		test.each([408, 500, 502, 503, 504])('is %i after the effect is repeated', async (code) => {
			setup().service.next('submitJob', afterEffect(refusal(code)));
			expectDelivered(await setup().tag(one));
			expect(setup().service.world.charges).toHaveLength(1);
		});

		test.each([408, 500, 504])(
			'stays %i after the effect does not claim that nothing was charged',
			async (code) => {
				const { service } = setup();
				service.every('submitJob', afterEffect(refusal(code)));
				const judged = await setup().tag(one);
				expectRefused(judged, present(service.world.charges[0]).idempotencyKey);
				expect(toldBy(judged.execution)).not.toMatch(/nothing was (charged|submitted)/i);
			},
		);

		test('breaks after the effect is repeated with the same key', async () => {
			const { service } = setup();
			service.next('submitJob', async (exchange) => {
				await exchange.own();
				exchange.reset();
			});
			expectDelivered(await setup().tag(one));
			expect(service.world.charges).toHaveLength(1);
		});
	});

	describe('a download', () => {
		const zipped: Handler = async (exchange) => {
			const { body = '', headers } = await exchange.own();
			const small = gzipSync(body);
			const encoding = { 'content-encoding': 'gzip', 'content-length': small.length };
			exchange.send({ status: 200, headers: { ...headers, ...encoding }, body: small });
		};

		test('asks for no compression', async () => {
			expectDelivered(await setup().tag(one));
			const { headers } = present(setup().service.of('download')[0]);
			expect(headers['accept-encoding']).toBe('identity');
		});

		test('that is still compressed, is delivered as the document', async () => {
			setup().service.every('download', zipped);
			expectDelivered(await setup().tag(one));
		});

		const cut: Array<[string, Handler]> = [
			[
				'206 in place of 200',
				async (exchange) => {
					const { body = '', headers } = await exchange.own();
					const part = Buffer.from(body).subarray(0, 1_000);
					const range = { 'content-range': `bytes 0-999/3000`, 'content-length': part.length };
					exchange.send({ status: 206, headers: { ...headers, ...range }, body: part });
				},
			],
			[
				'a Content-Length that is too short',
				async (exchange) => {
					const { body = '' } = await exchange.own();
					const part = Buffer.from(body).subarray(0, 1_000);
					exchange.raw(
						Buffer.concat([
							Buffer.from('HTTP/1.1 200 OK\r\nContent-Length: 1000\r\nConnection: close\r\n\r\n'),
							part,
						]),
					);
				},
			],
			[
				'a Content-Length that is too long',
				async (exchange) => {
					const { body = '' } = await exchange.own();
					exchange.raw(
						Buffer.concat([
							Buffer.from('HTTP/1.1 200 OK\r\nContent-Length: 99999\r\nConnection: close\r\n\r\n'),
							Buffer.from(body),
						]),
					);
				},
			],
			[
				'an end in the midst of a chunk',
				async (exchange) => {
					const { body = '' } = await exchange.own();
					exchange.raw(
						`HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nfff\r\n${String(body).slice(0, 100)}`,
					);
				},
			],
			[
				'an end without a length',
				async (exchange) => {
					const { body = '' } = await exchange.own();
					exchange.raw(`HTTP/1.1 200 OK\r\nConnection: close\r\n\r\n${String(body).slice(0, 900)}`);
				},
			],
			['a page that asks to sign in', (exchange) => exchange.send({ status: 200, body: '<html>' })],
			['nothing', (exchange) => exchange.send({ status: 200 })],
			['204', (exchange) => exchange.send({ status: 204 })],
		];

		test.each(cut)('with %s is repeated', async (_, handler) => {
			setup().service.next('download', handler);
			expectDelivered(await setup().tag(one));
		});

		test.each(cut)('that always has %s is refused with the job', async (_, handler) => {
			const { service } = setup();
			service.every('download', handler);
			const judged = await setup().tag(one, { reachesDeadline: true });
			// A PDF that announces too large a length is still complete at its own end.
			if (judged.execution.status === 'success') expectDelivered(judged);
			else expectRefused(judged, present(service.world.charges[0]).jobId, /paid/);
		});
	});

	describe('a source from a URL', () => {
		const source = (url: string) => ({ parameters: { source: 'url', url } });
		const expectDeliveredFrom = async (content: Buffer, handler: Handler): Promise<void> => {
			const { service } = setup();
			service.next('download', handler);
			expectDelivered(await setup().tag([content], source(`${service.url('storage')}/a.pdf`)));
			expect(service.world.charges).toMatchObject([{ sha256: sha256(content) }]);
		};

		test('with 2 kB after its end is a PDF', async () => {
			const content = Buffer.concat([documentOf('long tail'), Buffer.alloc(2_048, '\n')]);
			await expectDeliveredFrom(content, (exchange) =>
				exchange.send({ status: 200, body: content }),
			);
		});

		test('without a length and with 2 kB after its end is a PDF', async () => {
			const content = Buffer.concat([documentOf('long tail'), Buffer.alloc(2_048, '\n')]);
			await expectDeliveredFrom(content, ({ response }) => {
				response.writeHead(200).write(content.subarray(0, 500));
				response.end(content.subarray(500));
			});
		});

		test('that is compressed unasked, with a length', async () => {
			const content = documentOf('compressed', 50_000);
			const small = gzipSync(content);
			const headers = { 'content-encoding': 'gzip', 'content-length': small.length };
			await expectDeliveredFrom(content, (exchange) =>
				exchange.send({ status: 200, headers, body: small }),
			);
		});
	});

	test('303 of S3 after a success_action_redirect is a success', async () => {
		const { service } = setup();
		const page = `${service.url('elsewhere')}/thanks`;
		service.next('createUpload', async (exchange) => {
			const answer = await exchange.own();
			const { fields } = JSON.parse(String(answer.body)) as { fields: object };
			exchange.send(changed(answer, { fields: { ...fields, success_action_redirect: page } }));
		});
		service.next('store', async (exchange) => {
			await exchange.own();
			const location = `${page}?bucket=b&key=k&etag=e`;
			exchange.send({ status: 303, headers: { location } });
		});
		expectDelivered(await setup().tag(one));
		expect(service.visits.filter(({ origin }) => origin === 'elsewhere')).toEqual([]);
	});

	describe('Stop', () => {
		/** As many as are polled at once: polls without an answer keep others back. */
		const { pollsAtOnce } = PRODUCT_LIMITS.waiting;
		const documents = Array.from({ length: pollsAtOnce }, (_, n) => documentOf(`document ${n}`));
		/** Stops a run once all documents wait at a step, and returns the warnings in the log. */
		const stoppedAt = async (step: Step, handler: Handler): Promise<string> => {
			const { service } = setup();
			const waiting = new Promise<void>((resolve) => {
				let asked = 0;
				service.every(step, async (exchange) => {
					await handler(exchange);
					if ((asked += 1) === documents.length) resolve();
				});
			});
			const running = await setup().start(documents);
			await waiting;
			running.stop();
			const judged = await setup().judged(running, documents);
			expect(judged.execution.status).toBe('canceled');
			expect(judged.verdict).toMatchObject({ leaks: [], wrongDocuments: [], outlived: false });
			expect(toldBy(judged.execution)).not.toMatch(/retry/i);
			const warnings = setup().logLines();
			return warnings.filter((line) => line.startsWith('warn')).join('\n');
		};

		test('names every paid job in the log', async () => {
			const warned = await stoppedAt('getJob', () => {});
			const { charges } = setup().service.world;
			expect(charges).toHaveLength(documents.length);
			for (const { jobId } of charges) expect(warned).toContain(jobId);
		});

		test('names the key of every pending submission', async () => {
			const warned = await stoppedAt('submitJob', async (exchange) => {
				await exchange.own();
			});
			const { charges } = setup().service.world;
			expect(charges).toHaveLength(documents.length);
			for (const { idempotencyKey } of charges) expect(warned).toContain(idempotencyKey);
		});
	});
});
