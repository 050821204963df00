import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { components } from '../../contract/service';
import type { SandboxAccount } from '../ledger/accounts';
import { ApiError } from '../api/errors';

type Schemas = components['schemas'];

const SAMPLE = join(__dirname, '../../test/fixtures/sample.pdf');
/** The samples by file name: one is tagged, and no tagger can read the other. */
const SAMPLES = {
	'sample.pdf': (bytes: Buffer) => bytes,
	'damaged.pdf': (bytes: Buffer) => bytes.subarray(0, 1000),
};
export type SampleName = keyof typeof SAMPLES;
export const SAMPLE_NAMES = Object.keys(SAMPLES);

/**
 * Submits a sample document as any client would: upload, submission, 1 credit per page.
 *
 * @param url base address of the API
 * @throws ApiError with the service's own message when it refuses, e.g. without credits
 */
export async function submitSample(
	url: string,
	{ apiKey }: SandboxAccount,
	filename: SampleName,
): Promise<Schemas['Job']> {
	const call = async <T>(path: string, body: object) =>
		(await post(url + path, {
			body: JSON.stringify(body),
			headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' },
		}).then((response) => response.json())) as T;
	const upload = await call<Schemas['Upload']>('/v1/uploads', { filename });
	const form = new FormData();
	for (const [name, value] of Object.entries(upload.fields)) form.append(name, value);
	const bytes = SAMPLES[filename](await readFile(SAMPLE));
	form.append('file', new Blob([bytes], { type: 'application/pdf' }), filename);
	await post(upload.upload_url, { body: form });
	return await call<Schemas['Job']>('/v1/jobs', { key: upload.key, filename });
}

async function post(url: string, request: RequestInit): Promise<Response> {
	const response = await fetch(url, { ...request, method: 'POST' });
	if (response.ok) return response;
	const text = await response.text();
	const said = /"message":"(.*?)"|<Message>(.*?)</.exec(text);
	throw new ApiError(response.status, said?.[1] ?? said?.[2] ?? text);
}
