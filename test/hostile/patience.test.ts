import { gzipSync } from 'node:zlib';

import { present } from '../present';
import { setupIn, documentOf, MODES } from './setup';
import { expectDelivered, expectRefused } from './expectations';
import type { Handler } from './service';

/** Answers with this head and a part of the document, below HTTP. */
const raw =
	(head: string, part: (body: Buffer) => Buffer | string): Handler =>
	async (exchange) => {
		const { body = '' } = await exchange.own();
		const sent = Buffer.from(part(Buffer.from(body)));
		exchange.raw(Buffer.concat([Buffer.from(`HTTP/1.1 200 OK\r\n${head}\r\n\r\n`), sent]));
	};
const closed = 'Connection: close';

describe.each(MODES)('a paid result is not given up (binary mode %s)', (mode) => {
	const setup = setupIn(mode);
	const one = [documentOf('document')];

	describe('a download', () => {
		const zipped: Handler = async (exchange) => {
			const { body = '', headers } = await exchange.own();
			const small = gzipSync(body);
			const encoding = { 'content-encoding': 'gzip', 'content-length': small.length };
			exchange.send({ status: 200, headers: { ...headers, ...encoding }, body: small });
		};

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
				'206 and a part that ends like a PDF',
				async (exchange) => {
					const { body = '', headers } = await exchange.own();
					exchange.send({ status: 206, headers, body: `${String(body).slice(0, 200)}\n%%EOF\n` });
				},
			],
			[
				'parts, the PDF among them',
				async (exchange) => {
					const { body = '' } = await exchange.own();
					const head = '--B\r\nContent-Type: application/pdf\r\nContent-Range: bytes 0-1/2\r\n\r\n';
					const parts = Buffer.concat([Buffer.from(head), Buffer.from(body)]);
					const headers = { 'content-type': 'multipart/byteranges; boundary=B' };
					exchange.send({ status: 200, headers, body: parts });
				},
			],
			[
				'a Content-Length that is too short',
				raw(`Content-Length: 1000\r\n${closed}`, (body) => body.subarray(0, 1_000)),
			],
			[
				'a Content-Length that is too long',
				raw(`Content-Length: 99999\r\n${closed}`, (body) => body),
			],
			[
				'an end in the midst of a chunk',
				raw('Transfer-Encoding: chunked', (body) => `fff\r\n${String(body).slice(0, 100)}`),
			],
			['an end without a length', raw(closed, (body) => body.subarray(0, 900))],
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
});
