/**
 * An hour's work with undici: uploads a document and downloads its result into a file. It runs as its own
 * process, and prints a line of JSON for each path on its input.
 */
import { createReadStream, createWriteStream } from 'node:fs';
import { rm, stat } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setTimeout } from 'node:timers/promises';
import { request } from 'undici';
import type { components } from '../../contract/service';
import { forgetPeak, residentMb } from './resident';

type Schemas = components['schemas'];

const POLL_MS = 100;
const [url = '', apiKey = ''] = process.argv.slice(2);

async function api<T>(method: 'GET' | 'POST', path: string, body?: object): Promise<T> {
	const headers = { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' };
	const text = body && JSON.stringify(body);
	const answer = await request(url + path, { method, headers, body: text });
	return (await answer.body.json()) as T;
}

async function store({ upload_url, fields }: Schemas['Upload'], path: string): Promise<void> {
	const boundary = 'one-that-no-pdf-has';
	const part = (name: string, more: string) =>
		`--${boundary}\r\nContent-Disposition: form-data; name="${name}"${more}\r\n\r\n`;
	const first = Object.entries(fields).map(([name, value]) => `${part(name, '')}${value}\r\n`);
	const file = part('file', '; filename="a.pdf"\r\nContent-Type: application/pdf');
	const head = Buffer.from(first.join('') + file);
	const tail = Buffer.from(`\r\n--${boundary}--\r\n`);
	const length = head.length + (await stat(path)).size + tail.length;
	const body = async function* () {
		yield head;
		yield* createReadStream(path) as AsyncIterable<Buffer>;
		yield tail;
	};
	const headers = {
		'content-type': `multipart/form-data; boundary=${boundary}`,
		'content-length': String(length),
	};
	const answer = await request(upload_url, {
		method: 'POST',
		headers,
		body: Readable.from(body()),
	});
	await answer.body.dump();
	if (answer.statusCode >= 300) throw new Error(`Storage answered ${answer.statusCode}`);
}

async function tag(path: string): Promise<void> {
	const upload = await api<Schemas['Upload']>('POST', '/v1/uploads', { filename: 'a.pdf' });
	await store(upload, path);
	let job = await api<Schemas['Job']>('POST', '/v1/jobs', { key: upload.key });
	while (job.status === 'processing') {
		await setTimeout(POLL_MS);
		job = await api<Schemas['Job']>('GET', `/v1/jobs/${job.id}`);
	}
	const result = await api<Schemas['Result']>('GET', `/v1/jobs/${job.id}/result`);
	const tagged = await request(result.result_url);
	await pipeline(tagged.body, createWriteStream(`${path}.tagged`));
	await rm(`${path}.tagged`);
}

async function main(): Promise<void> {
	let idle: number | undefined;
	for await (const path of createInterface({ input: process.stdin })) {
		forgetPeak('self');
		const began = performance.now();
		await tag(path);
		const ms = performance.now() - began;
		const { now, peak } = residentMb('self');
		// The first document is a warm-up.
		idle ??= now;
		console.log(JSON.stringify({ ms, memory: peak - idle }));
	}
}

void main();
