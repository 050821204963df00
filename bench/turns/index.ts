import { setImmediate } from 'node:timers/promises';
import { inspect } from '../../nodes/pdf';
import type { Bench } from '../outcome/bench';
import { runInTurns, type Run } from '../outcome/rounds';
import { makeRow } from '../outcome/row';
import { FILES } from './files';

const ROUNDS = 3;
const CHUNK_BYTES = 64 * 1024;
const TURN = 'longest turn';
const WHOLE = 'whole file';

/** Files built to block n8n: the processor time between two pauses of the reader. */
export const turns: Bench = {
	charts: [],
	async run({ matching }, done) {
		for (const [name, make] of Object.entries(FILES)) {
			if (!name.includes(matching)) continue;
			const bytes = make();
			// In the first run V8 compiles the code.
			await measure(bytes);
			const rounds = await runInTurns({ Inspect: async () => await measure(bytes) }, ROUNDS);
			const bounds = [
				{ what: TURN, unit: 'ms', atMost: 200, of: figureOf(TURN) },
				{ what: WHOLE, unit: 'ms', atMost: 10_000, of: figureOf(WHOLE) },
			];
			done(makeRow(name, rounds, { [TURN]: 'ms', [WHOLE]: 'ms' }, bounds));
		}
	},
};

function figureOf(what: string) {
	return ({ Inspect }: Readonly<Record<'Inspect', Run>>) => Inspect[what] ?? NaN;
}

async function measure(bytes: Buffer): Promise<Run> {
	const began = cpuMs();
	let turn = began;
	let longest = 0;
	await inspect({
		open: () => Promise.resolve(chunksOf(bytes)),
		async pause() {
			longest = Math.max(longest, cpuMs() - turn);
			await setImmediate();
			turn = cpuMs();
		},
	});
	return { [TURN]: Math.max(longest, cpuMs() - turn), [WHOLE]: cpuMs() - began };
}

async function* chunksOf(bytes: Buffer): AsyncGenerator<Buffer> {
	for (let at = 0; at < bytes.length; at += CHUNK_BYTES) {
		yield await Promise.resolve(Buffer.from(bytes.subarray(at, at + CHUNK_BYTES)));
	}
}

function cpuMs(): number {
	const { system, user } = process.cpuUsage();
	return (user + system) / 1000;
}
