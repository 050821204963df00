/**
 * Inspects PDFs with the Tag PDF node in n8n's engine. Prints one JSON line per file, in the given order.
 *
 *     npm run inspect -- file.pdf …
 */
import { createReadStream } from 'node:fs';
import { basename } from 'node:path';
import pc from 'picocolors';
import { createEngine, type Engine } from '../engine';
import { asError } from './asError';
import { build } from './demo/build';
import { parseArguments } from './inspect/arguments';
import { checkFiles } from './inspect/files';
import { showProgress } from './inspect/progress';

const INTERRUPTED = 'Interrupted.';

async function main(): Promise<void> {
	const { files, shouldBuild } = parseArguments(process.argv);
	await checkFiles(files);
	const interruption = new AbortController();
	for (const name of ['SIGINT', 'SIGTERM'] as const) {
		process.on(name, () => interruption.abort(new Error(INTERRUPTED)));
	}
	const { signal } = interruption;
	const progress = showProgress(files.length);
	if (shouldBuild) {
		progress.say('Build the package');
		await build(signal);
	}
	const engine = await createEngine({ binaryMode: 'filesystem' });
	try {
		for (const [index, file] of files.entries()) {
			progress.file(index, file);
			const line = JSON.stringify(await inspected(engine, file, signal));
			progress.clear();
			console.log(line);
		}
	} finally {
		progress.clear();
		await engine.close();
		signal.throwIfAborted();
	}
}

/** Returns the node's answer for a file; for an unreadable file, its name and the error. */
async function inspected(engine: Engine, file: string, signal: AbortSignal): Promise<object> {
	const filename = basename(file);
	const content = createReadStream(file);
	const execution = await engine.run({
		nodes: [
			{
				type: 'tagPdf',
				parameters: { resource: 'document', operation: 'inspect', simplify: false },
				onError: 'continueRegularOutput',
			},
		],
		items: [{ binary: { data: { content, fileName: filename, mimeType: 'application/pdf' } } }],
		signal,
	});
	signal.throwIfAborted();
	const [item] = execution.items();
	if (!item) throw execution.error ?? new Error(`The node returned nothing for ${file}.`);
	return item.json.error === undefined ? item.json : { filename, error: item.json.error };
}

main().catch((error: unknown) => {
	const { message } = asError(error);
	console.error(pc.red(message));
	process.exitCode = message === INTERRUPTED ? 130 : 1;
});
