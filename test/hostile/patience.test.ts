import { gzipSync } from 'node:zlib';

import { present } from '../present';
import { setupIn, documentOf, MODES } from './setup';
import { expectDelivered, expectRefused } from './expectations';
import { changed, refusal, type Handler } from './service';

const status =
	(statusCode: number): Handler =>
	(exchange) =>
		exchange.send(refusal(statusCode));

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
});
