import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import S3rver from 's3rver';
import { removeFolder } from '../../host/harness/folder';

/** The bucket that the examples name. */
const BUCKET = 'documents';
/** s3rver stores an object in a file whose name is the key and this ending. */
const OBJECT = '._S3rver_object';

/** An S3 store with one bucket. */
export interface S3 {
	/** The data of n8n's credential S3. */
	readonly credential: Record<string, unknown>;
	/** Keys of the objects in the bucket, sorted. */
	readonly keys: () => Promise<string[]>;
	readonly get: (key: string) => Promise<Buffer>;
	readonly put: (key: string, content: Buffer) => Promise<void>;
	readonly remove: (key: string) => Promise<void>;
	/** When an object was last stored by a request (epoch ms); 0 if none was. */
	readonly storedAt: () => number;
	/**
	 * Refuses (403) the requests for which `refuses` answers true, until this is called again. A request waits for a
	 * promise of it.
	 */
	readonly refuse: (refuses: Refuses) => void;
	/** How many objects were fetched. */
	readonly fetches: () => number;
	/** Takes everything out. */
	readonly empty: () => Promise<void>;
	readonly close: () => Promise<void>;
}

type Refuses = (method: string, key: string) => boolean | Promise<boolean>;

/** Starts a store with a new folder. */
export async function startS3(): Promise<S3> {
	const directory = await mkdtemp(join(tmpdir(), 'tag-pdf-s3-'));
	const options = { address: '127.0.0.1', port: 0, silent: true, directory };
	const server = new S3rver({ ...options, configureBuckets: [{ name: BUCKET, configs: [] }] });
	let storedAt = 0;
	storeWholeObjects(server, () => (storedAt = Date.now()));
	let refuses: Refuses = () => false;
	let fetches = 0;
	const answer = server.callback();
	const receive = async (request: IncomingMessage, response: ServerResponse) => {
		const [path = ''] = (request.url ?? '').split('?');
		const key = decodeURIComponent(path).slice(`/${BUCKET}/`.length);
		if (key !== '' && (await refuses(request.method ?? '', key))) {
			request.resume();
			response.writeHead(403).end();
			return;
		}
		if (key !== '' && request.method === 'GET') fetches += 1;
		answer(request, response);
	};
	server.callback = () => (request, response) =>
		void receive(request as IncomingMessage, response as ServerResponse);
	const { port } = await server.run();
	const bucket = join(directory, BUCKET);
	const path = (key: string) => join(bucket, `${key}${OBJECT}`);
	return {
		credential: {
			endpoint: `http://127.0.0.1:${port}`,
			region: 'us-east-1',
			accessKeyId: 'S3RVER',
			secretAccessKey: 'S3RVER',
			forcePathStyle: true,
			ignoreSSLIssues: false,
		},
		keys: async () => {
			const files = await readdir(bucket, { recursive: true });
			const objects = files.filter((file) => file.endsWith(OBJECT));
			return objects.map((file) => file.slice(0, -OBJECT.length)).sort();
		},
		get: async (key) => await readFile(path(key)),
		put: async (key, content) => {
			await mkdir(dirname(path(key)), { recursive: true });
			await writeFile(path(key), content);
			// s3rver makes it anew.
			await rm(`${path(key)}.md5`, { force: true });
			await writeFile(join(bucket, `${key}._S3rver_metadata.json`), '{}');
		},
		storedAt: () => storedAt,
		refuse: (given) => (refuses = given),
		fetches: () => fetches,
		remove: async (key) => await rm(path(key)),
		empty: async () => {
			await rm(bucket, { recursive: true, force: true });
			await mkdir(bucket);
		},
		close: async () => {
			await server.close();
			await removeFolder(directory);
		},
	};
}

/** The part of s3rver's store that takes objects. */
interface Store {
	putObject(object: { content: Buffer | NodeJS.ReadableStream }): Promise<unknown>;
}

/** S3 stores an object whole or not at all. When an upload breaks off, s3rver would keep what has come. */
function storeWholeObjects(server: S3rver, onStored: () => void): void {
	const { store } = server as unknown as { store: Store };
	const putObject = store.putObject.bind(store);
	store.putObject = async (object) => {
		const { content } = object;
		object.content = Buffer.isBuffer(content) ? content : await buffer(content);
		const stored = await putObject(object);
		onStored();
		return stored;
	};
}
