import { inspect } from 'node:util';

import type { Engine, Execution } from '../../../engine';
import type { Sandbox } from '../../../sandbox';
import { item, tagPdf } from '../setup';
import { STEPS, type Cell, type FlowStep } from './cell';
import { TcpProxy } from './tcpProxy';
import type { OtherOrigins } from './otherOrigins';
import { fillPlaceholders } from './placeholders';
import type { Secrets } from './secrets';

/** Resources that all runs share, and the sandbox of one run. */
export interface World {
	engine: Engine;
	sandbox: Sandbox;
	otherOrigins: OtherOrigins;
	secrets: Secrets;
}

/** Result of one execution of Document → Tag under a fault. */
export interface Outcome {
	/** Message and description of the error that ended the run, or of the error item. */
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
	/** Values of the placeholders `{api}`, `{job}`, …. */
	names: Record<string, string>;
}

let documents = 0;

/** @param carryOn whether the node has Continue On Fail, which returns the error as an item */
export async function run(world: World, cell: Cell, carryOn: boolean): Promise<Outcome> {
	const { engine, sandbox, otherOrigins, secrets } = world;
	const { setting } = cell;
	documents += 1;
	const name = `document-${documents}`;
	sandbox.reset();
	const proxy = await TcpProxy.to(sandbox.url, async () => await allFinished(sandbox));
	try {
		const start = async (title: string, baseUrl: string, workflow = 'w') => {
			const { json, binary } = await item(title);
			const { waitTimeout } = setting;
			const options = {
				...(waitTimeout === undefined ? {} : { waitTimeout }),
			};
			return await engine.run({
				id: workflow,
				nodes: tagPdf({ options }, carryOn ? { onError: 'continueRegularOutput' } : {}),
				items: [{ json: { ...json, baseUrl }, binary }],
			});
		};
		if (setting.usedKey) await start(name, proxy.url, 'earlier');
		const before = { requests: sandbox.requests.length, jobs: sandbox.jobs.length };
		const spent = sandbox.ledger.spent;
		const logged = engine.log.entries.length;
		const visit = `/${name}`;
		const soon = new Date(Date.now() + 1200).toUTCString();
		for (const order of fillPlaceholders(cell.orders, { ...otherOrigins.hosts, visit, soon })) {
			sandbox.faults.order(order);
		}
		const baseUrl = fillPlaceholders(setting.baseUrl ?? proxy.url, otherOrigins.hosts);
		const stopOutage = setting.outage && beginOutage(proxy, cell, sandbox);
		const execution = await start(name, baseUrl);
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
		const again = carryOn
			? async () => await start(name, baseUrl)
			: async () => await engine.retry(execution);
		const lost = error ? await notTakenUp(sandbox, carryOn ? unnamed : jobs, again) : unnamed;
		const read = [execution.run, execution.error, execution.storedData()].map((value) =>
			inspect(value, {
				depth: null,
				showHidden: true,
				maxArrayLength: null,
				maxStringLength: null,
			}),
		);
		const texts = [
			...read,
			String(execution.error?.stack),
			JSON.stringify(execution.error ?? ''),
			JSON.stringify(engine.log.entries.slice(logged)),
		];
		return {
			error,
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
			leaks: [...new Set(texts.flatMap((text) => secrets.leaksIn(text)))],
			names: {
				...otherOrigins.hosts,
				api: new URL(proxy.url).host,
				storage: new URL(sandbox.storageUrl).host,
				job: jobs[0] ?? '',
				file: `${name}.pdf`,
				way: carryOn
					? (/Use Job → .*/.exec(error?.description ?? '')?.[0] ?? 'Use Job → Download.')
					: 'Run again: you do not pay twice.',
				again: 'Run again',
				key: sandbox.requestsOf('submitJob').at(-1)?.idempotencyKey ?? '',
			},
		};
	} finally {
		proxy.close();
	}
}

/** Refuses connections to the API after the answer to the step before the cell's step. */
function beginOutage(proxy: TcpProxy, { step, setting }: Cell, sandbox: Sandbox): () => void {
	if (setting.outage === 'brief') proxy.acceptAfterRefusal();
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
	return item as unknown as Outcome['error'];
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
