import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import S3rver from 's3rver';
import { makeDocument } from '../../host/harness/documents';
import { removeFolder } from '../../host/harness/folder';

const BUCKET = 'library';

/** An S3 store that holds the documents, and gets the tagged PDFs. */
export interface Library {
	/** Data of n8n's S3 credential. */
	readonly credential: Readonly<Record<string, unknown>>;
	readonly put: (key: string, content: Buffer) => Promise<void>;
	readonly remove: (key: string) => Promise<void>;
	/** @returns undefined where there is no such key */
	readonly get: (key: string) => Promise<Buffer | undefined>;
	readonly close: () => Promise<void>;
}

/** Starts the store with an empty bucket. */
export async function openLibrary(): Promise<Library> {
	const directory = await mkdtemp(join(tmpdir(), 'tag-pdf-s3-'));
	const server = new S3rver({
		address: '127.0.0.1',
		port: 0,
		silent: true,
		directory,
		configureBuckets: [{ name: BUCKET, configs: [] }],
	});
	const { port } = await server.run();
	const endpoint = `http://127.0.0.1:${port}`;
	const call = async (key: string, method = 'GET', body?: Buffer) => {
		const options = { method, body: body && new Uint8Array(body) };
		return await fetch(`${endpoint}/${BUCKET}/${encodeURI(key)}`, options);
	};
	return {
		credential: {
			endpoint,
			region: 'us-east-1',
			accessKeyId: 'S3RVER',
			secretAccessKey: 'S3RVER',
			forcePathStyle: true,
		},
		put: async (key, content) => succeeded(await call(key, 'PUT', content)),
		remove: async (key) => succeeded(await call(key, 'DELETE')),
		get: async (key) => {
			const answer = await call(key);
			return answer.ok ? Buffer.from(await answer.arrayBuffer()) : undefined;
		},
		close: async () => {
			await server.close();
			await removeFolder(directory);
		},
	};
}

function succeeded(answer: Response): void {
	if (!answer.ok) throw new Error(`The store answered ${answer.status}`);
}

/** So many small PDFs of 1 to 3 pages, no two of them alike. */
export async function documents(count: number): Promise<Buffer[]> {
	const bases = await Promise.all(
		[1, 2, 3].map(async (pages) => await makeDocument('Page', pages)),
	);
	return Array.from({ length: count }, (_, n) => {
		// What follows the end of a PDF is no part of it, but of the file.
		return Buffer.concat([bases[n % bases.length] as Buffer, Buffer.from(`\n%${n}\n`)]);
	});
}
