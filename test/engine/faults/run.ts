import { inspect } from 'node:util';

import type { Execution } from '../../../engine';
import type { Sandbox } from '../../../sandbox';
import { item, tagPdf, type Setup } from '../setup';
import { STEPS, type Cell, type FlowStep } from './rows';
import { TcpProxy } from './tcpProxy';
import type { OtherOrigins } from './otherOrigins';
import type { Secrets } from './secrets';

/** Resources that all runs share, and the sandbox of one run. */
export interface World extends Pick<Setup, 'engine' | 'sandbox' | 'clock'> {
	otherOrigins: OtherOrigins;
	secrets: Secrets;
}

/** Result of one execution of Document → Tag under a fault. */
export interface Outcome {
	/** The error that ended the run, or of the error item, with placeholders for what differs from run to run. */
	error?: { message: string; description: string; code?: string; reason?: string };
	/** Whether the run returned an item with the tagged PDF. */
	gaveResult: boolean;
	requests: Record<FlowStep, number>;
	/** Refused connections. */
	refusals: number;
	/** Number of requests to another origin, and of those with the API key. */
	elsewhere: { visits: number; withAuthorization: number };
	/** Jobs of the document, and their cost in credits. */
	jobs: string[];
	credits: number;
	/** Paid jobs that neither the output nor the error names. */
	unnamed: string[];
	/** Jobs whose result the user cannot get by the error's advice, or only for a second charge. */
	lost: string[];
	leaks: string[];
}

/** Wait Timeout in seconds: long enough for several tries. */
const WAIT_TIMEOUT = 300;

let documents = 0;

/** @param carryOn whether the node has Continue On Fail, which returns the error as an item */
export async function run(world: World, cell: Cell, carryOn: boolean): Promise<Outcome> {
	const { clock, engine, sandbox, otherOrigins, secrets } = world;
	documents += 1;
	const name = `document-${documents}`;
	sandbox.reset();
	const proxy = await TcpProxy.to(sandbox.url, async () => await allFinished(sandbox));
	try {
		const start = async (baseUrl: string, workflow = 'w') => {
			const { json, binary } = await item(name);
			const nodes = tagPdf(
				{ options: { waitTimeout: WAIT_TIMEOUT } },
				carryOn ? { onError: 'continueRegularOutput' } : {},
			);
			return await engine.run({
				id: workflow,
				nodes,
				items: [{ json: { ...json, baseUrl }, binary }],
			});
		};
		if (cell.usedKey) await start(proxy.url, 'earlier');
		const before = { requests: sandbox.requests.length, jobs: sandbox.jobs.length };
		const spent = sandbox.ledger.spent;
		const logged = engine.log.entries.length;
		const visit = `/${name}`;
		const soon = new Date(clock.now() + 1_200).toUTCString();
		const filled = fill(cell, { ...otherOrigins.hosts, visit, soon });
		for (const order of filled.orders) sandbox.faults.order(order);
		const baseUrl = filled.baseUrl ?? proxy.url;
		const stopOutage = cell.outage && beginOutage(proxy, cell, sandbox);
		const execution = await start(baseUrl);
		stopOutage?.();

		const jobs = sandbox.jobs.slice(before.jobs).map(({ id }) => id);
		const requests = countRequests(sandbox, before.requests);
		const credits = sandbox.ledger.spent - spent;
		const error = errorOf(execution);
		const shown = inspect([error, execution.items().map(({ json }) => json)], { depth: null });
		const unnamed = jobs.filter((id) => !shown.includes(id));
		const visits = otherOrigins.visits.filter(({ path }) => path === visit);

		sandbox.faults.clear();
		await proxy.accept();
		// The node keeps a rate window closed for as long as the service has said.
		await clock.sleep(RATE_WINDOW_MS);
		const again = carryOn
			? async () => await start(baseUrl)
			: async () => await engine.retry(execution);
		const lost = error ? await notTakenUp(sandbox, carryOn ? unnamed : jobs, again) : unnamed;
		return {
			error:
				error &&
				withPlaceholders(error, {
					...otherOrigins.hosts,
					api: new URL(proxy.url).host,
					storage: new URL(sandbox.storageUrl).host,
					job: jobs[0] ?? '',
					file: `${name}.pdf`,
					...(carryOn ? {} : { way: 'Run again: you do not pay twice.' }),
				}),
			gaveResult: execution
				.items()
				.some(({ binary, json }) => binary?.data !== undefined && !json.error),
			requests,
			refusals: proxy.refusals,
			elsewhere: {
				visits: visits.length,
				withAuthorization: visits.filter(({ hasAuthorization }) => hasAuthorization).length,
			},
			jobs,
			credits,
			unnamed,
			lost,
			leaks: leaksIn(execution, JSON.stringify(engine.log.entries.slice(logged)), secrets),
		};
	} finally {
		proxy.close();
	}
}

/** The longest rate window of a fault. */
const RATE_WINDOW_MS = 3_600_000;

/** Replaces the names in braces with their values, e.g. `{elsewhere}` with an address. */
function fill(cell: Cell, names: Record<string, string>): Pick<Cell, 'orders' | 'baseUrl'> {
	const { orders, baseUrl } = cell;
	const text = JSON.stringify({ orders, baseUrl }).replace(/\{(\w+)\}/g, (braces, name: string) => {
		return names[name] ?? braces;
	});
	return JSON.parse(text) as Pick<Cell, 'orders' | 'baseUrl'>;
}

/** The reverse: replaces the values with their names in braces. */
function withPlaceholders(
	error: NonNullable<Outcome['error']>,
	names: Record<string, string>,
): Outcome['error'] {
	let text = JSON.stringify(error);
	// An address may begin like another one.
	const longestFirst = Object.entries(names).toSorted(([, a], [, b]) => b.length - a.length);
	for (const [name, value] of longestFirst) {
		if (value !== '') text = text.replaceAll(value, `{${name}}`);
	}
	text = text
		.replaceAll(/req_\w+/g, '{request}')
		.replaceAll(/\d{4}-\d\d-\d\d \d\d:\d\d UTC/g, '{a day later}');
	return JSON.parse(text) as Outcome['error'];
}

function leaksIn(execution: Execution, logged: string, secrets: Secrets): string[] {
	const all = { depth: null, showHidden: true, maxArrayLength: null, maxStringLength: null };
	const read = [execution.run, execution.error, execution.storedData()];
	const texts = [
		...read.map((value) => inspect(value, all)),
		String(execution.error?.stack),
		JSON.stringify(execution.error ?? ''),
		logged,
	];
	return [...new Set(texts.flatMap((text) => secrets.leaksIn(text)))];
}

/** Refuses connections to the API after the answer to the step before the cell's step. */
function beginOutage(proxy: TcpProxy, { step, outage }: Cell, sandbox: Sandbox): () => void {
	if (outage === 'brief') proxy.acceptAfterRefusal();
	const previous = STEPS[STEPS.indexOf(step) - 1];
	if (previous === undefined) {
		proxy.refuse();
		return () => {};
	}
	return sandbox.onAnswered((seen) => {
		if (seen.step === previous) proxy.refuse();
	});
}

function countRequests(sandbox: Sandbox, from: number): Outcome['requests'] {
	const seen = sandbox.requests.slice(from);
	return Object.fromEntries(
		STEPS.map((name) => [name, seen.filter(({ step }) => step === name).length]),
	) as Outcome['requests'];
}

/** Waits until every job is finished, so that the number of polls is always the same. */
async function allFinished(sandbox: Sandbox): Promise<void> {
	const working = sandbox.jobs.filter(({ finishedAt }) => finishedAt === null);
	await Promise.all(working.map(async ({ id }) => await sandbox.jobFinished(id)));
}

function errorOf(execution: Execution): Outcome['error'] {
	const { error } = execution;
	if (error) return { message: error.message, description: error.description ?? '' };
	const item = execution.items()[0]?.json.error;
	if (!item) return undefined;
	const { code, message, description, reason } = item as unknown as NonNullable<Outcome['error']>;
	return { code, message, description, reason };
}

/** Jobs whose result `again` does not deliver without a second charge. */
async function notTakenUp(
	sandbox: Sandbox,
	candidates: string[],
	again: () => Promise<Execution>,
): Promise<string[]> {
	const jobs = candidates.filter((id) =>
		sandbox.jobs.some((job) => job.id === id && job.status !== 'failed'),
	);
	if (jobs.length === 0) return [];
	const charges = sandbox.ledger.charges.length;
	const items = (await again()).items();
	const paidAgain = sandbox.ledger.charges.length > charges;
	return jobs.filter((id) => paidAgain || !items.some(({ json }) => json.id === id && !json.error));
}
