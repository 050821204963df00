import { setImmediate } from 'node:timers/promises';
import { deflateSync } from 'node:zlib';

import { inflate } from '../../../../nodes/pdf/filters/inflate';

const ROUNDS = 60;
/** Turns in which Inflate delivers its remaining output. */
const TURNS_AFTER = 30;

async function giveTurns(count: number): Promise<void> {
	for (let turn = 0; turn < count; turn += 1) await setImmediate();
}

test('throws nothing later if the caller stops while data is still inflated', async () => {
	const data = deflateSync(Buffer.alloc(2_000_000, 'abcdefg'));
	const thrown: unknown[] = [];
	const note = (error: unknown) => void thrown.push(error);
	process.on('uncaughtException', note).on('unhandledRejection', note);
	try {
		for (let round = 0; round < ROUNDS; round += 1) {
			const pieces = inflate(data);
			await pieces.next();
			await giveTurns(round);
			await pieces.next();
			await pieces.return(false);
			await giveTurns(TURNS_AFTER);
		}
	} finally {
		process.off('uncaughtException', note).off('unhandledRejection', note);
	}
	expect(thrown).toEqual([]);
});
