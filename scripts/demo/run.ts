import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { basename, join, parse } from 'node:path';
import { styleText } from 'node:util';
import Table from 'cli-table3';
import type { INodeExecutionData } from 'n8n-workflow';
import { createEngine, readBinary, type Engine } from '../../engine';
import { startSandbox, type Sandbox, type Step } from '../../sandbox';
import { reportElapsed } from '../../test/host/harness/elapsed';
import { opening } from '../../test/host/harness/opening';
import { structureOf, type Structure } from './structure';

/** The calls of the flow (interface 1) that happen once for a document. */
const CALLS: Partial<Record<Step, string>> = {
	createUpload: 'asked for an upload',
	store: 'sent a PDF to storage',
	submitJob: 'submitted the job',
	getResult: 'asked for the result',
	download: 'downloaded the tagged PDF',
};

/** A PDF to tag. */
interface Document {
	readonly name: string;
	readonly content: Buffer;
	/** Null for a document that cannot be read, e.g. an encrypted one. */
	readonly structure: Structure | null;
}

/**
 * Tags PDFs and prints what happens.
 *
 * @param paths of the PDFs
 * @param out folder for the tagged files
 */
export async function runDemo(paths: readonly string[], out: string): Promise<void> {
	const documents = await Promise.all(paths.map(openDocument));
	const interruption = new AbortController();
	for (const name of ['SIGINT', 'SIGTERM'] as const) {
		// One Ctrl-C can arrive twice: from the terminal and from the process that started this one.
		process.on(name, () => interruption.abort(new Error('Interrupted.')));
	}
	await opening(async (onClose, close) => {
		const pages = documents.reduce((sum, { structure }) => sum + (structure?.pages ?? 0), 0);
		const sandbox = await startSandbox({ credits: Math.max(100, pages) });
		onClose(async () => await sandbox.close());
		const [{ apiKey }] = sandbox.accounts;
		const engine = await createEngine({
			binaryMode: 'filesystem',
			credentials: { tagPdfApi: { apiKey, baseUrl: sandbox.url } },
		});
		onClose(async () => await engine.close());
		console.log(`Sandbox      ${sandbox.url}, ${sandbox.tagger.description}`);
		const { message } = await engine.testCredential('tagPdfApi');
		console.log(`Credential   ${message}`);
		const items = await runWorkflow(engine, sandbox, documents, interruption.signal);
		console.log(`Account      ${sandbox.ledger.spent} credits spent\n`);
		await report(documents, items, sandbox, out);
		await close();
	});
}

async function openDocument(path: string): Promise<Document> {
	const content = await readFile(path);
	const structure = await structureOf(content).catch(() => null);
	return { name: basename(path), content, structure };
}

/**
 * Runs Start → Tag PDF over all documents, and prints the calls as the service answers them.
 *
 * @returns an item per document, in order; a failed one has `json.error`
 */
async function runWorkflow(
	engine: Engine,
	sandbox: Sandbox,
	documents: readonly Document[],
	signal: AbortSignal,
): Promise<INodeExecutionData[]> {
	const began = Date.now();
	const show = (text: string) => {
		const seconds = ((Date.now() - began) / 1_000).toFixed(1).padStart(5);
		console.log(styleText('dim', `${seconds} s      ${text}`));
	};
	sandbox.onAnswered(({ method, path, status, step }) => {
		const call = step && CALLS[step];
		if (call) show(`${call.padEnd(26)} ${method} ${path.split('?')[0]}: ${status ?? 'no answer'}`);
	});
	sandbox.onJobFinished(({ id, status }) =>
		show(`${'the service is done'.padEnd(26)} ${id}: ${status}`),
	);
	const running = await engine.start({
		nodes: [{ type: 'tagPdf', name: 'Tag PDF', onError: 'continueRegularOutput' }],
		items: documents.map(({ content, name }) => ({
			binary: { data: { content, fileName: name, mimeType: 'application/pdf' } },
		})),
		signal,
	});
	const execution = await reportElapsed(show, 'n8n runs the workflow', async () => {
		return await running.finished;
	});
	signal.throwIfAborted();
	if (execution.error) throw execution.error;
	return execution.items('Tag PDF');
}

/** What a file that came back is, by the sandbox's tagger. */
const OUTCOMES: Readonly<Record<Sandbox['tagger']['name'], string>> = {
	opendataloader: 'Tagged by OpenDataLoader PDF: real tags, but no certificate of PDF/UA.',
	stamp:
		'No Java 11 or newer was found: the documents are stamped, not tagged.\n' +
		'Install one for real tags (Debian: apt-get install default-jre-headless).',
	copy: 'The documents are copies, not tagged.',
};

/** Writes the tagged documents into `out`, and prints what tagging has changed: before → after. */
async function report(
	documents: readonly Document[],
	items: readonly INodeExecutionData[],
	{ tagger }: Sandbox,
	out: string,
): Promise<void> {
	const table = new Table({
		head: ['File', 'Pages', 'Structure elements', 'Bytes'],
		colAligns: ['left', 'right', 'right', 'right'],
		style: { head: [], border: [], compact: true },
	});
	const notes: string[] = [];
	const taken = new Set<string>();
	await mkdir(out, { recursive: true });
	for (const [index, { content, name, structure }] of documents.entries()) {
		const item: INodeExecutionData = items[index] ?? { json: {} };
		const error = item.json.error as { message: string } | undefined;
		const tagged = error ? undefined : await readBinary(item);
		const elements = tagged && (await structureOf(tagged)).elements;
		table.push([
			name,
			shown(structure?.pages),
			`${shown(structure?.elements)} → ${shown(elements)}`,
			`${shown(content.length)} → ${shown(tagged?.length)}`,
		]);
		if (tagged) {
			const path = join(out, unusedName(item.binary?.data?.fileName ?? 'tagged.pdf', taken));
			await writeFile(path, tagged);
			notes.push(styleText('green', `${name} → ${path}`));
		} else {
			notes.push(styleText('red', `${name} was not tagged: ${error?.message}`));
			process.exitCode = 1;
		}
	}
	if (taken.size > 0) notes.push(OUTCOMES[tagger.name]);
	console.log([table.toString(), ...notes].join('\n'));
}

const shown = (value: number | undefined) => value?.toLocaleString('en') ?? '-';

/** Returns a name that is not taken, so that no document overwrites another: `a.pdf`, `a-2.pdf`. */
function unusedName(fileName: string, taken: Set<string>): string {
	const { name, ext } = parse(fileName);
	let candidate = fileName;
	for (let count = 2; taken.has(candidate); count += 1) candidate = `${name}-${count}${ext}`;
	taken.add(candidate);
	return candidate;
}
