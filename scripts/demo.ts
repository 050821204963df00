/**
 * Tags PDFs end to end on this machine: sandbox, n8n-core's engine, Tag PDF node.
 *
 *     npm run demo [-- file.pdf …]
 */
import pc from 'picocolors';
import { type Engine, createEngine } from '../engine';
import { type Sandbox, startSandbox } from '../sandbox';
import { asError } from './asError';
import { parseArguments } from './demo/arguments';
import { build } from './demo/build';
import { type Document, openDocuments } from './demo/documents';
import { showTask } from './demo/progress';
import { notes, table } from './demo/report';
import { writeResults } from './demo/results';
import { runWorkflow } from './demo/workflow';

const INTERRUPTED = 'Interrupted: nothing half-written is left behind.';

async function main(): Promise<void> {
	const { files, out } = parseArguments(process.argv);
	const documents = await openDocuments(files);
	const interruption = new AbortController();
	for (const name of ['SIGINT', 'SIGTERM'] as const) {
		// One Ctrl-C can arrive twice: from the terminal and from the process that started this one.
		process.on(name, () => interruption.abort(new Error(INTERRUPTED)));
	}
	const closers: Array<() => Promise<void>> = [];
	try {
		await demo(documents, out, interruption.signal, (closer) => closers.push(closer));
	} finally {
		for (const close of closers.reverse()) await close();
		interruption.signal.throwIfAborted();
	}
}

/** @param atEnd takes cleanup functions, which run however the demo ends */
async function demo(
	documents: Document[],
	out: string,
	signal: AbortSignal,
	atEnd: (closer: () => Promise<void>) => void,
): Promise<void> {
	await showTask('Build the package', async () => await build(signal));
	const sandbox = await showTask('Start the sandbox', async (line) => {
		const started = await startSandbox({ credits: creditsFor(documents) });
		atEnd(async () => await started.close());
		line.title += `: ${started.url}, ${started.tagger.description}`;
		return started;
	});
	signal.throwIfAborted();
	const engine = await showTask('Test the credential', async (line) => {
		const created = await openEngine(sandbox);
		atEnd(async () => await created.close());
		const { status, message } = await created.testCredential('tagPdfApi');
		if (status !== 'OK') throw new Error(`The credential does not work: ${message}`);
		line.title += `: ${message}`;
		return created;
	});
	const items = await runWorkflow(engine, sandbox, documents, signal);
	const rows = await showTask('Write the tagged documents', async (line) => {
		const written = await writeResults(documents, items, sandbox, out, signal);
		line.title += ` to ${out}/`;
		return written;
	});
	console.log(`\n${table(rows)}\n${notes(rows, sandbox.tagger.name)}`);
	if (rows.some(({ failure }) => failure)) process.exitCode = 1;
}

async function openEngine(sandbox: Sandbox): Promise<Engine> {
	const { apiKey } = sandbox.accounts[0];
	return await createEngine({
		binaryMode: 'filesystem',
		credentials: { tagPdfApi: { apiKey, baseUrl: sandbox.url } },
	});
}

function creditsFor(documents: Document[]): number {
	const pages = documents.reduce((sum, { structure }) => sum + (structure?.pages ?? 0), 0);
	return Math.max(100, pages);
}

main().catch((error: unknown) => {
	const { message } = asError(error);
	console.error(pc.red(message));
	process.exitCode = message === INTERRUPTED ? 130 : 1;
});
