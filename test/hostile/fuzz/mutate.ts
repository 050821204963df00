import type { Answer } from '../service';
import type { Mutation } from './mutations';

/** Without a connection, nothing was sent. */
const UNSENT = ['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN'];

/** A redirect or a 4xx means that nothing was done, except for these two (RFC 9110, 15.5.9 and 15.5.10). */
export function hasEffect(mutation: Mutation | undefined): boolean {
	if (!mutation) return true;
	const { effect, network = '', step, status = 200 } = mutation;
	const refused = status >= 300 && status < 500 && status !== 408 && status !== 409;
	return effect && !(step === 'submitJob' && (refused || UNSENT.includes(network)));
}

/** The answer after its mutation. */
export function mutated(answer: Answer, mutation: Mutation | undefined): Answer {
	if (!mutation) return answer;
	const { cut, fields, headers, status = answer.status } = mutation;
	let body = Buffer.from(mutation.body ?? answer.body ?? '');
	if (fields && isJson(answer))
		body = Buffer.from(JSON.stringify({ ...parsed(answer), ...fields }));
	const all = { ...answer.headers, ...headers };
	if (cut) body = body.subarray(0, Math.floor(body.length * cut.at));
	if (cut?.announced === true) all['content-length'] = body.length;
	return { status, headers: stringly(all), body };
}

function isJson({ headers }: Answer): boolean {
	return headers?.['content-type'] === 'application/json';
}

function parsed({ body }: Answer): object {
	return JSON.parse(String(body)) as object;
}

/** Header values are always strings. */
function stringly(headers: NonNullable<Answer['headers']>): Record<string, string> {
	return Object.fromEntries(Object.entries(headers).map(([name, text]) => [name, String(text)]));
}
