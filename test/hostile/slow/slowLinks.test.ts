import { setTimeout as pause } from 'node:timers/promises';

import { setupIn, documentOf, MODES } from '../setup';
import { expectDelivered, expectRefused } from '../expectations';
import type { Handler } from '../service';

const MB = 1_000_000;
/** Here a quarter of a second counts as a long silence, and links carry 4 MB a second. */
const LIMITS = { transfer: { stallMs: 500, slowestUpload: 4_000 } };

/** Storage that reads a document in parts, with pauses between them. */
const reading =
	(bytes: number, everyMs: number): Handler =>
	async (exchange) => {
		let taken = 0;
		await exchange.body(async (chunk) => {
			taken += chunk.length;
			if (taken < bytes) return;
			taken = 0;
			await pause(everyMs);
		});
		exchange.send(await exchange.own());
	};

describe.each(MODES)('slow links (binary mode %s)', (mode) => {
	const setup = setupIn(mode);
	const large = [documentOf('large', 12 * MB)];

	test('storage that reads for longer than the stall timeout gets the document', async () => {
		// 12 MB at 4 MB a second: three seconds, and never half a second without a byte.
		setup().service.every('store', reading(1 * MB, 250));
		expectDelivered(await setup().tag(large, { limits: LIMITS, withinMs: 20_000 }));
		expect(setup().service.of('store')).toHaveLength(1);
	});

	test('storage that answers late after the last byte gets the document', async () => {
		setup().service.every('store', async (exchange) => {
			const answer = await exchange.own();
			await pause(1_500);
			exchange.send(answer);
		});
		expectDelivered(await setup().tag(large, { limits: LIMITS, withinMs: 20_000 }));
		expect(setup().service.of('store')).toHaveLength(1);
	});

	test('storage that stops reading fails the upload, and nothing is charged', async () => {
		setup().service.every('store', ({ request }) => {
			request.socket.pause();
		});
		expectRefused(await setup().tag(large, { limits: LIMITS, withinMs: 60_000 }));
		expect(setup().service.world.charges).toEqual([]);
	});

	test('a slowly arriving tagged PDF is delivered', async () => {
		const { service } = setup();
		service.world.resultSize = 2 * MB;
		service.every('download', async (exchange) => {
			const { body = '', headers } = await exchange.own();
			const { response } = exchange;
			response.writeHead(200, headers);
			const bytes = Buffer.from(body);
			for (let at = 0; at < bytes.length; at += 200_000) {
				response.write(bytes.subarray(at, at + 200_000));
				await pause(100);
			}
			response.end();
		});
		expectDelivered(await setup().tag([documentOf('document')], { limits: LIMITS }));
	});
});
