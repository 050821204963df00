import type { IncomingMessage } from 'node:http';
import type { Fault, Step } from '../faults/fault';

/** A part of a multipart form, as it arrived. */
export interface SeenPart {
	name: string;
	filename?: string;
	contentType?: string;
}

/** A request as the sandbox saw it. No credential is kept. */
export interface SeenRequest {
	/** Null for requests that belong to no step: unknown routes. */
	step: Step | null;
	/** The n-th request of this step, from 1. */
	n: number;
	method: string;
	/** Without the query, which holds the signature of a presigned URL. */
	path: string;
	/** Lower-case names, without `authorization` and `cookie`. */
	headers: Record<string, string | string[] | undefined>;
	hasAuthorization: boolean;
	accountId: string | null;
	contentLength: number | null;
	idempotencyKey: string | null;
	/** Text of a JSON body, byte for byte; null for the storage and without a body. */
	body: string | null;
	/** The parts of an upload in the order in which they arrived. */
	parts: SeenPart[];
	/** Faults ordered for this request. */
	faults: Fault[];
	/** Null until answered; stays null if the connection ended without an answer. */
	status: number | null;
	/** Milliseconds since the epoch. */
	at: number;
	/** Milliseconds until the answer was sent or the connection ended. */
	tookMs: number | null;
}

/** Describes a request for the record, without credentials. */
export function describeRequest(
	raw: IncomingMessage,
	step: Step | null,
	n: number,
	now: number,
): SeenRequest {
	const headers = { ...raw.headers };
	delete headers.authorization;
	delete headers.cookie;
	const length = headers['content-length'];
	const key = headers['idempotency-key'];
	return {
		step,
		n,
		method: raw.method ?? '',
		path: (raw.url ?? '').split('?')[0] ?? '',
		headers,
		hasAuthorization: raw.headers.authorization !== undefined,
		accountId: null,
		contentLength: length === undefined ? null : Number(length),
		idempotencyKey: typeof key === 'string' ? key : null,
		body: null,
		parts: [],
		faults: [],
		status: null,
		at: now,
		tookMs: null,
	};
}
