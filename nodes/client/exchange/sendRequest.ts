import { isSuccess, createNetworkFailure, type Answer, type Failure } from '../errors';
import type { ByteStream, HttpResponse } from '../runtime';
import { rejectOnAbort, type Watch } from './watchdog';

/**
 * Sends a request and reads its answer as text. The watch ends both. An interrupted success is a failure.
 * For other statuses, an incomplete body is acceptable: the status says enough.
 *
 * @param maxBytes of the answer, after decompression
 */
export async function sendRequest(
	watch: Watch,
	maxBytes: number,
	send: () => Promise<HttpResponse<ByteStream>>,
): Promise<Answer<HttpResponse>> {
	try {
		const response = await rejectOnAbort(watch.signal, send(), ({ body }) => body.destroy());
		const { text, failure } = await readText(response.body, maxBytes, watch);
		return failure && isSuccess(response)
			? { ok: false, failure }
			: { ok: true, value: { ...response, body: text } };
	} catch (error) {
		return { ok: false, failure: watch.getFailure() ?? createNetworkFailure(error) };
	}
}

/** Reads a text up to a number of bytes. If it is incomplete, the result has the failure. */
export async function readText(
	body: ByteStream,
	maxBytes: number,
	watch: Watch,
): Promise<{ text: string; failure?: Failure }> {
	const chunks: Buffer[] = [];
	let room = maxBytes;
	let failure: Failure | undefined;
	const end = () => void body.destroy(new Error('The answer was ended'));
	body.on('error', () => {});
	watch.signal.addEventListener('abort', end, { once: true });
	if (watch.signal.aborted) end();
	try {
		for await (const chunk of body) {
			watch.keepAlive();
			chunks.push(chunk.subarray(0, room));
			room -= chunk.length;
			if (room >= 0) continue;
			failure = { kind: 'unreadable', reason: `it is longer than ${maxBytes} bytes` };
			break;
		}
	} catch (error) {
		failure = watch.getFailure() ?? createNetworkFailure(error);
	} finally {
		watch.signal.removeEventListener('abort', end);
		body.destroy();
	}
	return { text: Buffer.concat(chunks).toString(), failure };
}
