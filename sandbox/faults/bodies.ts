import { Readable } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import type { Socket } from 'node:net';

/** The page of a gateway or a captive portal. */
export const HTML_PAGE =
	'<!doctype html><html><head><title>Service</title></head><body><h1>Bad Gateway</h1></body></html>';

/** JSON that is cut in the middle. */
export const halved = (json: string): string => json.slice(0, Math.ceil(json.length / 2));

/** The JSON text with some fields set and one field removed. */
export function rewritten(json: string, fields: Record<string, unknown>, without?: string): string {
	const body: unknown = JSON.parse(json);
	if (typeof body !== 'object') return json;
	const kept = Object.entries({ ...body, ...fields }).filter(([name]) => name !== without);
	return JSON.stringify(Object.fromEntries(kept));
}

/**
 * Sends the first bytes of a body. Then the connection closes before the announced length is reached, or
 * stays open without another byte.
 */
export function cutShort(
	body: string | Buffer | Readable,
	bytes: number,
	socket: Socket,
	then: 'close' | 'stall',
): Readable {
	const source = body instanceof Readable ? body : Readable.from([Buffer.from(body)]);
	const closed = new Promise((resolve) => socket.once('close', resolve));
	return Readable.from(
		(async function* () {
			yield* firstBytes(source, bytes);
			// The socket must receive the bytes above before its end is requested.
			await setImmediate();
			if (then === 'close') socket.destroySoon();
			await closed;
		})(),
		{ objectMode: false },
	);
}

async function* firstBytes(source: AsyncIterable<Buffer>, bytes: number): AsyncGenerator<Buffer> {
	let left = bytes;
	for await (const chunk of source) {
		const part = chunk.subarray(0, left);
		if (part.length > 0) yield part;
		left -= part.length;
		if (left <= 0) return;
	}
}
