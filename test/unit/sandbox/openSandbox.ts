import { startSandbox, type Sandbox, type SandboxOptions } from '../../../sandbox';
import { closedBy } from '../../closing';
import { makeDocument } from '../../host/harness/documents';
import { download, ReferenceClient } from '../../reference/client';

const closing = closedBy(afterEach);

/** A sandbox with the quick tagger, closed after the test, and a client for each account. */
export async function open(options: Partial<SandboxOptions> = {}) {
	const sandbox = await startSandbox({ tagger: 'stamp', ...options });
	closing({ close: async () => await end(sandbox) });
	const [account, second] = sandbox.accounts;
	const client = new ReferenceClient(sandbox.url, account.apiKey);
	/** Submits a document of one page as a new upload; returns the ID of its job. */
	const submit = async (document?: Uint8Array, idempotencyKey?: string) => {
		const key = await client.upload(document ?? (await makePdf()));
		return (await client.submitJob({ key }, idempotencyKey)).body.id;
	};
	/** Submits a document and waits for its job. */
	const finish = async (document?: Uint8Array, idempotencyKey?: string) =>
		await sandbox.jobFinished(await submit(document, idempotencyKey));
	return {
		sandbox,
		account,
		client,
		other: new ReferenceClient(sandbox.url, second.apiKey),
		submit,
		finish,
		/** The whole flow: the result of a document. */
		tag: async (document: Uint8Array): Promise<Buffer> => {
			const { body } = await client.getResult((await finish(document)).id);
			return (await download(body.result_url)).bytes;
		},
	};
}

async function end(sandbox: Sandbox) {
	await sandbox.close();
	// The sandbox itself must keep to the contract in every test.
	expect(sandbox.violations).toEqual([]);
}

/** A PDF with this many pages of text. */
export const makePdf = async (pages = 1): Promise<Buffer> => await makeDocument('Page', pages);

/** A clock that only the test moves. */
export function makeClock() {
	let now = Date.UTC(2030, 0, 1);
	return {
		now: () => now,
		pass: (seconds: number) => {
			now += seconds * 1000;
		},
	};
}

/** The text of an element of S3's XML. */
export function element(xml: string, name: string): string | undefined {
	return new RegExp(`<${name}>(.*?)</${name}>`).exec(xml)?.[1];
}
