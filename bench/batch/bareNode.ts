/**
 * A contestant: an n8n node that only makes the requests of each document, in n8n-core's engine. It has the same ten
 * requests at a time as Tag PDF, and shows what n8n's own helpers cost. It prints the item count.
 */
import { setTimeout } from 'node:timers/promises';
import FormData from 'form-data';
import type { IExecuteFunctions, IHttpRequestOptions, INodeType } from 'n8n-workflow';
import { createSlots } from '../../client/http';
import type { components } from '../../contract/service';
import type { Task } from './run';
import { tagInEngine } from './tagInEngine';

type Schemas = components['schemas'];

const POLL_MS = 1_000;
const REQUESTS_AT_ONCE = 10;
const TYPE = 'bench.bareNode';

async function tag(
	context: IExecuteFunctions,
	{ url, apiKey }: Task,
	item: number,
	inSlot: <T>(send: () => Promise<T>) => Promise<T>,
) {
	const { helpers } = context;
	const send = async <T>(options: IHttpRequestOptions): Promise<T> =>
		(await inSlot(async () => (await helpers.httpRequest(options)) as unknown)) as T;
	const headers = { authorization: `Bearer ${apiKey}` };
	const api = async <T>(method: 'GET' | 'POST', path: string, body?: object): Promise<T> =>
		await send<T>({ method, url: url + path, headers, body, json: true });

	const { fileName: filename, mimeType } = helpers.assertBinaryData(item, 'data');
	const upload = await api<Schemas['Upload']>('POST', '/v1/uploads', { filename });
	const form = new FormData();
	for (const [field, value] of Object.entries(upload.fields)) form.append(field, value);
	const content = await helpers.getBinaryDataBuffer(item, 'data');
	form.append('file', content, { filename, contentType: mimeType });
	await send({ method: 'POST', url: upload.upload_url, body: form });
	let job = await api<Schemas['Job']>('POST', '/v1/jobs', { key: upload.key, filename });
	while (job.status === 'processing') {
		await setTimeout(POLL_MS);
		job = await api<Schemas['Job']>('GET', `/v1/jobs/${job.id}`);
	}
	const result = await api<Schemas['Result']>('GET', `/v1/jobs/${job.id}/result`);
	const tagged = await send<ArrayBuffer>({ url: result.result_url, encoding: 'arraybuffer' });
	return {
		json: {},
		binary: { data: await helpers.prepareBinaryData(Buffer.from(tagged), filename) },
	};
}

const createNode = (task: Task): INodeType => ({
	description: {
		displayName: 'Bare Node',
		name: 'bareNode',
		group: ['transform'],
		version: 1,
		description: 'Makes the requests of each document',
		defaults: { name: 'Bare Node' },
		inputs: ['main'],
		outputs: ['main'],
		properties: [],
	},
	async execute() {
		const inSlot = createSlots(REQUESTS_AT_ONCE);
		const items = this.getInputData();
		return [await Promise.all(items.map(async (_, item) => await tag(this, task, item, inSlot)))];
	},
});

const task = JSON.parse(process.argv[2] ?? '') as Task;
void tagInEngine(task, { type: TYPE }, { nodeTypes: { [TYPE]: createNode(task) } });
