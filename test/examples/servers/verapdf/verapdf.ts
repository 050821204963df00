import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, writeFile } from 'node:fs/promises';
import { createServer, type IncomingMessage } from 'node:http';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { Busboy } from '@fastify/busboy';
import { removeFolder } from '../../../host/harness/folder';
import { opening } from '../../../host/harness/opening';
import { listening } from '../../../listening';

/** veraPDF's validator and profiles are part of this program. */
const VALIDATOR = join(
	dirname(dirname(require.resolve('@opendataloader/pdf'))),
	'lib/opendataloader-pdf-cli.jar',
);
/** Reads the profiles; Java has not had it since version 11. Debian's libjaxb-java has it here. */
const JAXB = '/usr/share/java/jaxb-runtime.jar';
/** Runs the validator from its source. */
const JAVA_COMPILER = '/usr/bin/javac';
/** Files that the validator needs, and Debian's packages that have them. */
export const VERAPDF_NEEDS = [JAXB, JAVA_COMPILER];
export const VERAPDF_PACKAGES = ['libjaxb-java', 'default-jdk-headless'];

/**
 * veraPDF's REST service as far as the examples use it: `POST /api/validate/<profile>` with a file, answered by
 * the real validator. Like the service it answers in HTML if the client accepts HTML.
 * Source: veraPDF/veraPDF-rest, `ValidateResource`.
 */
export interface Verapdf {
	readonly url: string;
	/** Whether it answers 503. */
	isDown: boolean;
	readonly close: () => Promise<void>;
}

export async function startVerapdf(): Promise<Verapdf> {
	return await opening(async (onClose, close) => {
		const folder = await mkdtemp(join(tmpdir(), 'tag-pdf-verapdf-'));
		onClose(async () => await removeFolder(folder));
		const classes = [VALIDATOR, JAXB].join(delimiter);
		const java = spawn('java', ['-cp', classes, join(__dirname, 'Validator.java')], {
			stdio: ['pipe', 'pipe', 'ignore'],
		});
		onClose(async () => {
			const ended = java.exitCode === null ? once(java, 'exit') : undefined;
			java.stdin.end();
			await ended;
		});
		const reports = createInterface({ input: java.stdout })[Symbol.asyncIterator]();
		let last: Promise<unknown> = Promise.resolve();
		const validate = async (profile: string, path: string, name: string): Promise<string> => {
			java.stdin.write(`${[profile, path, name].join('\t')}\n`);
			const { done, value } = await reports.next();
			if (done) throw new Error('The validator has ended');
			return value;
		};
		/** One after the other, because reports carry no number. */
		const inTurn = async (...order: Parameters<typeof validate>): Promise<string> => {
			const turn = last.then(async () => await validate(...order));
			last = turn.catch(() => undefined);
			return await turn;
		};
		let count = 0;
		const answer = async (request: IncomingMessage): Promise<[number, string, string]> => {
			const [, profile] = /^\/api\/validate\/(\w+)$/.exec(request.url ?? '') ?? [];
			if (request.method !== 'POST' || !profile) return [404, 'text/plain', 'Not found'];
			const file = await fileOf(request);
			if (verapdf.isDown) return [503, 'text/plain', 'Service Unavailable'];
			if (!file) return [400, 'text/plain', 'File is empty'];
			const [name, content] = file;
			const path = join(folder, `${(count += 1)}.pdf`);
			await writeFile(path, content);
			const report = await inTurn(profile, path, name.replaceAll(/\s/g, ' '));
			const { accept = 'text/html' } = request.headers;
			if (accept.includes('html'))
				return [200, 'text/html', '<!DOCTYPE html><title>Report</title>'];
			return [200, 'application/json', report];
		};
		const server = createServer((request, response) => {
			answer(request).then(
				([status, type, body]) => response.writeHead(status, { 'content-type': type }).end(body),
				(error: unknown) => response.writeHead(500).end(String(error)),
			);
		});
		onClose(async () => {
			const closed = once(server, 'close');
			server.close();
			server.closeAllConnections();
			await closed;
		});
		const verapdf: Verapdf = {
			url: `http://${await listening(server)}/api/validate/ua1`,
			isDown: false,
			close,
		};
		return verapdf;
	});
}

/** Name and content of the form's part `file`. */
async function fileOf(request: IncomingMessage): Promise<[string, Buffer] | undefined> {
	const files: Array<Promise<[string, Buffer]>> = [];
	const type = request.headers['content-type'] ?? '';
	const form = new Busboy({ headers: { ...request.headers, 'content-type': type } });
	form.on('file', (field, content, name) => {
		const file = buffer(content).then((bytes): [string, Buffer] => [name, bytes]);
		if (field === 'file') files.push(file);
	});
	await pipeline(request, form);
	return await files[0];
}
