import type { OutgoingHttpHeaders } from 'node:http';

/** A complete answer. Other behaviour needs direct access to the socket. */
export interface Answer {
	status: number;
	headers?: OutgoingHttpHeaders;
	body?: string | Buffer;
}

export function json(status: number, body: unknown): Answer {
	return { status, headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
}

/** The service's error body (interface 2.5). */
export function refusal(status: number, error: object = {}): Answer {
	return json(status, { error: { type: 'refused', message: 'Refused', ...error } });
}

/** The answer with changed JSON fields; undefined removes a field. */
export function changed(answer: Answer, fields: object): Answer {
	const known = JSON.parse(String(answer.body)) as object;
	return { ...answer, body: JSON.stringify({ ...known, ...fields }) };
}
