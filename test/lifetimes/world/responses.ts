import { Bytes, readAll } from './stream';

export interface Response {
	statusCode: number;
	headers: Record<string, string>;
	body: Bytes;
}

export function empty(): Response {
	return { statusCode: 204, headers: {}, body: new Bytes([]) };
}

export function errorOf(message: string): object {
	return { error: { type: 'some_type', message, request_id: 'r' } };
}

export function json(statusCode: number, body: object, headers = {}): Response {
	const text = JSON.stringify({ ...body, request_id: 'r' });
	const type = { 'content-type': 'application/json' };
	return { statusCode, headers: { ...type, ...headers }, body: new Bytes([Buffer.from(text)]) };
}

/** An error page of a proxy. */
export function page(statusCode: number): Response {
	const text = '<!DOCTYPE html><html><body>Somebody else answers</body></html>';
	const headers = { 'content-type': 'text/html' };
	return { statusCode, headers, body: new Bytes([Buffer.from(text)]) };
}

export function storageError(statusCode: number, code: string): Response {
	const text = `<?xml version="1.0"?><Error><Code>${code}</Code></Error>`;
	const headers = { 'content-type': 'application/xml' };
	return { statusCode, headers, body: new Bytes([Buffer.from(text)]) };
}

export function pdf(content: Buffer): Response {
	const headers = { 'content-type': 'application/pdf', 'content-length': String(content.length) };
	return { statusCode: 200, headers, body: new Bytes([content]) };
}

/** The same response, broken off in the middle. */
export async function cut({ body, ...response }: Response): Promise<Response> {
	const bytes = await readAll(body);
	const half = bytes.subarray(0, Math.floor(bytes.length / 2));
	return { ...response, body: new Bytes([half], 'break') };
}
