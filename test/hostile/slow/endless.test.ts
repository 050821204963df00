import { gzipSync } from 'node:zlib';

import { present } from '../../present';
import { setupIn, documentOf, MODES } from '../setup';
import { expectRefused } from '../expectations';
import type { LimitChanges } from '../../engine/setup';
import type { Handler, Step } from '../service';

const MB = 1_000_000;
const LIMITS = { transfer: { apiTimeoutMs: 1_000, stallMs: 1_000 } };
const SMALL_FILES = { transfer: { ...LIMITS.transfer, maxFileBytes: 5 * MB } };
const ONE_SECOND = { options: { waitTimeout: 1 }, limits: LIMITS, withinMs: 6_000 };
const API_STEPS: Step[] = ['createUpload', 'submitJob', 'getJob', 'getResult'];
/** 100 kB that decompress to 100 MB. */
const MANY_SPACES = gzipSync(Buffer.alloc(100 * MB, ' '));
const JSON_HEAD = { status: 200, headers: { 'content-type': 'application/json' } };

/** More memory than a run may need for answers of a few MB. */
const MUCH_MB = 400;

describe.each(MODES)('nothing is endless (binary mode %s)', (mode) => {
	const setup = setupIn(mode);
	const one = [documentOf('document')];

	const endless: Array<[string, Handler]> = [
		['a byte now and then', (exchange) => exchange.drip(JSON_HEAD, ' ', 100)],
		['JSON without an end', (exchange) => exchange.flood(JSON_HEAD, Buffer.alloc(MB, ' '))],
		['a head and nothing behind it', ({ response }) => response.writeHead(200).flushHeaders()],
		['silence', () => {}],
		[
			'a head that never ends',
			({ request: { socket } }) => {
				socket.write('HTTP/1.1 200 OK\r\n');
				const timer = setInterval(() => socket.write('X-More: 1\r\n'), 100);
				socket.once('close', () => clearInterval(timer));
			},
		],
		[
			'gzip that grows a thousandfold',
			(exchange) => {
				const headers = { ...JSON_HEAD.headers, 'content-encoding': 'gzip' };
				exchange.send({ status: 200, headers, body: MANY_SPACES });
			},
		],
	];

	describe.each(API_STEPS)('%s', (step) => {
		test.each(endless)('answers %s: the run ends', async (_, handler) => {
			const before = process.resourceUsage().maxRSS / 1_000;
			const { service } = setup();
			service.every(step, handler);
			const paid = step === 'getJob' || step === 'getResult';
			// No Wait Timeout applies before payment: each of four tries may use the timeout of a call.
			const judged = await setup().tag(one, { ...ONE_SECOND, withinMs: paid ? 10_000 : 15_000 });
			expect(judged.execution.status).toBe('error');
			expect(judged.verdict).toMatchObject({ leaks: [], wrongDocuments: [], outlived: false });
			expect(JSON.stringify(judged.execution.storedData()).length).toBeLessThan(MB);
			if (paid) expectRefused(judged, present(service.world.charges[0]).jobId);
			expect(process.resourceUsage().maxRSS / 1_000 - before).toBeLessThan(MUCH_MB);
		});
	});

	describe('a download', () => {
		const PDF_HEAD = { status: 200, headers: { 'content-type': 'application/pdf' } };
		const START = '%PDF-1.7\n';
		const LARGE_PDF = gzipSync(Buffer.concat([Buffer.from(START), Buffer.alloc(200 * MB, ' ')]));

		const downloads: Array<[string, LimitChanges, Handler]> = [
			[
				'stalls after its start',
				LIMITS,
				({ response }) => {
					response.writeHead(200).write(START);
				},
			],
			[
				'has no end',
				SMALL_FILES,
				(exchange) => exchange.flood({ ...PDF_HEAD, body: START }, Buffer.alloc(MB, ' ')),
			],
			[
				'announces more than the size limit',
				SMALL_FILES,
				(exchange) => {
					const headers = { ...PDF_HEAD.headers, 'content-length': 50 * MB };
					exchange.flood({ ...PDF_HEAD, headers, body: START }, Buffer.alloc(MB, ' '));
				},
			],
			[
				'is gzip that grows a thousandfold',
				SMALL_FILES,
				(exchange) => {
					const headers = { ...PDF_HEAD.headers, 'content-encoding': 'gzip' };
					exchange.send({ status: 200, headers, body: LARGE_PDF });
				},
			],
		];
		test.each(downloads)('that %s fails with the job', async (_, limits, handler) => {
			const { service } = setup();
			service.every('download', handler);
			const judged = await setup().tag(one, { ...ONE_SECOND, limits, withinMs: 20_000 });
			expectRefused(judged, present(service.world.charges[0]).jobId, /paid/);
		});
	});
});
