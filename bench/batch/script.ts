/**
 * The other contestant: a script of an hour's work. It polls once a second, and has no limits unless its task names one.
 */
import { randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { Agent, FormData, request as send, setGlobalDispatcher } from 'undici';
import type { components } from '../../contract/service';
import { variants } from '../../test/host/harness/documents';
import type { Task } from './run';

type Schemas = components['schemas'];

const POLL_MS = 1_000;
const TRIES = 10;
/** New in each run, so that each run pays for its own jobs. */
const RUN = randomUUID();

/** Retries, because a server does not accept a thousand connections at once. */
const request: typeof send = async (...args) => {
	for (let tries = 1; ; tries += 1) {
		try {
			return await send(...args);
		} catch (error) {
			if (tries === TRIES) throw error;
			await setTimeout(100 * tries);
		}
	}
};

async function tag({ url, apiKey }: Task, content: Buffer, name: string): Promise<Buffer> {
	const headers = { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' };
	const api = async <T>(method: 'GET' | 'POST', path: string, body?: object): Promise<T> => {
		const key = method === 'POST' ? { 'idempotency-key': `${RUN} ${name} ${path}` } : {};
		const { body: answer, statusCode } = await request(url + path, {
			method,
			headers: { ...headers, ...key },
			body: body && JSON.stringify(body),
		});
		if (statusCode >= 400) throw new Error(`${path} was answered ${statusCode}.`);
		return (await answer.json()) as T;
	};
	const upload = await api<Schemas['Upload']>('POST', '/v1/uploads', { filename: name });
	const form = new FormData();
	for (const [field, value] of Object.entries(upload.fields)) form.append(field, value);
	form.append('file', new Blob([new Uint8Array(content)], { type: 'application/pdf' }), name);
	const stored = await request(upload.upload_url, { method: 'POST', body: form });
	await stored.body.dump();
	let job = await api<Schemas['Job']>('POST', '/v1/jobs', { key: upload.key, filename: name });
	while (job.status === 'processing') {
		await setTimeout(POLL_MS);
		job = await api<Schemas['Job']>('GET', `/v1/jobs/${job.id}`);
	}
	const result = await api<Schemas['Result']>('GET', `/v1/jobs/${job.id}/result`);
	const tagged = await request(result.result_url);
	return Buffer.from(await tagged.body.arrayBuffer());
}

async function main(): Promise<void> {
	const task = JSON.parse(process.argv[2] ?? '') as Task;
	if (task.connections !== undefined) {
		setGlobalDispatcher(new Agent({ connections: task.connections }));
	}
	const contents = await variants(task.documents, task.bytes);
	const documents = await Promise.allSettled(
		contents.map(async (content, n) => await tag(task, content, `${n}.pdf`)),
	);
	const tagged = documents.filter(
		(each) => each.status === 'fulfilled' && each.value.includes('%PDF-'),
	);
	for (const each of documents) if (each.status === 'rejected') console.error(String(each.reason));
	console.log(tagged.length);
}

void main();
