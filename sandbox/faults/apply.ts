import { once } from 'node:events';
import { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { cutShort, halved, HTML_PAGE, rewritten } from './bodies';
import type { Fault, StatusFault } from './fault';

/** An error body in the format of the answering server: JSON or S3's XML. */
export type ErrorBody = (status: number, requestId: string) => { type: string; text: string };

/** Payload of a handler or a hook: text, bytes, a stream, or nothing. */
export type Payload = string | Buffer | Readable | null | undefined;

/** Applies a fault that comes before the effect. Returns true if it has answered. */
export async function beforeEffect(
	fault: Fault,
	request: FastifyRequest,
	reply: FastifyReply,
	errorBody: ErrorBody,
	pause: (ms: number) => Promise<void>,
): Promise<boolean> {
	if ('delayMs' in fault) {
		await pause(fault.delayMs).catch(() => undefined);
		return false;
	}
	if ('reset' in fault && fault.reset === 'before') {
		reply.hijack();
		request.raw.socket.resetAndDestroy();
		return true;
	}
	if ('status' in fault && !fault.afterEffect) {
		await drained(request);
		void reply.send(statusAnswer(fault, request, reply, errorBody));
		return true;
	}
	if ('redirect' in fault) {
		await drained(request);
		void reply.code(307).header('location', fault.redirect).send('');
		return true;
	}
	return false;
}

/** Applies a fault that comes after the effect, to the answer before it is sent. */
export async function afterEffect(
	fault: Fault,
	request: FastifyRequest,
	reply: FastifyReply,
	payload: Payload,
	errorBody: ErrorBody,
): Promise<Payload> {
	const { socket } = request.raw;
	if ('reset' in fault && fault.reset === 'after') socket.resetAndDestroy();
	if ('stall' in fault && fault.stall === 'headers' && !socket.destroyed)
		await once(socket, 'close');
	if ('status' in fault && fault.afterEffect) {
		if (payload instanceof Readable) payload.destroy();
		return statusAnswer(fault, request, reply, errorBody);
	}
	// The faults below change a body. Errors, and answers without a body, stay as they are.
	if (payload === null || payload === undefined || reply.statusCode >= 300) return payload;
	if (typeof payload === 'string') {
		if ('malformedJson' in fault) return halved(payload);
		if ('missingField' in fault) return rewritten(payload, {}, fault.missingField);
		if ('fields' in fault) return rewritten(payload, fault.fields);
	}
	if ('truncate' in fault || 'stall' in fault) {
		const length =
			payload instanceof Readable
				? Number(reply.getHeader('content-length'))
				: Buffer.byteLength(payload);
		reply.header('content-length', length);
		const part = 'truncate' in fault ? fault.truncate : 0.5;
		const bytes = part < 1 ? Math.max(1, Math.floor(length * part)) : part;
		return cutShort(payload, bytes, socket, 'truncate' in fault ? 'close' : 'stall');
	}
	return payload;
}

function statusAnswer(
	fault: StatusFault,
	request: FastifyRequest,
	reply: FastifyReply,
	errorBody: ErrorBody,
): string {
	for (const name of ['content-length', 'content-type', 'etag']) reply.removeHeader(name);
	reply.code(fault.status).headers(fault.headers ?? {});
	if (fault.retryAfter !== undefined) reply.header('retry-after', String(fault.retryAfter));
	const error = errorBody(fault.status, request.id);
	const [type, text] = {
		error: [error.type, error.text],
		html: ['text/html; charset=utf-8', HTML_PAGE],
		'malformed-json': ['application/json; charset=utf-8', '{"error": {"type": '],
		'missing-field': ['application/json; charset=utf-8', '{}'],
		empty: ['text/plain', ''],
	}[fault.body ?? 'error'] as [string, string];
	reply.header('content-type', type);
	return text;
}

/** Reads a request to its end: some clients would see an earlier answer as a reset. */
async function drained({ raw }: FastifyRequest): Promise<void> {
	if (raw.readableEnded || raw.destroyed) return;
	raw.resume();
	await Promise.race([once(raw, 'end'), once(raw, 'close')]).catch(() => undefined);
}
