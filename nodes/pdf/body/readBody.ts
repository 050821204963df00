import type { ReaderLimits } from '../limits';
import type { Turns } from '../turns';
import type { Body } from './body';
import { BodyReader, type EarlierPass } from './bodyReader';
import { Scanner } from './scanner';

/** Bytes at the start of a file that may hold the header (ISO 32000-1, Annex H.3). */
const HEADER_WINDOW_BYTES = 1024;

/** Makes one pass over a file, in file order, with chunks of any size. */
export async function readBody(
	chunks: AsyncIterable<Uint8Array>,
	limits: ReaderLimits,
	turns: Turns,
	earlier: EarlierPass,
): Promise<Body> {
	const reader = new BodyReader(limits, earlier, turns);
	const scanner = new Scanner(reader, limits);
	const { body } = reader;
	const scan = async (more: boolean) => {
		do {
			if (reader.isBusy) await reader.settle();
			await turns.yieldIfDue();
		} while (more && scanner.resume());
	};
	for await (const { buffer, byteOffset, byteLength } of chunks) {
		const chunk = Buffer.from(buffer, byteOffset, byteLength);
		body.hash.update(chunk);
		if (body.size < HEADER_WINDOW_BYTES) {
			body.start = Buffer.concat([body.start, chunk]).subarray(0, HEADER_WINDOW_BYTES);
		}
		body.size += chunk.length;
		await scan(scanner.push(chunk));
	}
	await scan(scanner.end());
	await reader.settle();
	return body;
}
