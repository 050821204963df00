import { ageJobs } from '../../ageJobs';
import { createHash } from 'node:crypto';

import type { Execution, NodeSetup, RunRequest, StartItem } from '../../../engine';
import { item, tagPdf, type Setup } from '../setup';
import type { Cell } from './cell';
import { Process } from './kill';

/** Result of a cell for its document. */
export interface Outcome {
	/** Credits charged for it, one page each. */
	charges: number;
	/** Results that the runs after the first returned. */
	delivered: number;
	/** Descriptions of the errors of those runs. */
	errors: string[];
}

/** An engine and a sandbox that follows one reading of the interface, with the processes of the runs. */
export interface World extends Setup {
	/** By execution ID. Other runs use `others`. */
	processes: Map<string, Process>;
	others: Process;
}

/** Another document of the first run, which is no PDF. */
const NEIGHBOUR = 'x.pdf';

let documents = 0;
let executions = 1_000_000;

/** Runs a document until the run ends as the cell says, then continues as a user would. */
export async function runCell(world: World, cell: Cell): Promise<Outcome> {
	const { sandbox } = world;
	documents += 1;
	const document = await item(`document ${documents}`);
	const digest = createHash('sha256').update(document.binary.data.content).digest('hex');
	const ofDocument = <T extends { sha256: string }>(all: readonly T[]) =>
		all.filter(({ sha256 }) => sha256 === digest);
	const request = requestOf(document);
	world.others = new Process();

	if (cell.fate === 'failed') sandbox.faults.order({ step: 'submitJob', fault: { failJob: true } });
	const first = await endFirst(world, cell, request);
	sandbox.faults.clear();
	const jobs = ofDocument(sandbox.jobs).map(({ id }) => id);
	await Promise.all(jobs.map(async (id) => await sandbox.jobFinished(id)));
	// The next run comes minutes later.
	ageJobs(ofDocument(sandbox.jobs));
	if (cell.fate === 'processing') {
		const fault = { fields: { status: 'processing' } };
		sandbox.faults.order({ step: 'submitJob', fault });
		sandbox.faults.order({ step: 'getJob', times: 2, fault });
	}
	const runs = await goOn(world, cell, request, first, cell.fate === 'result gone' ? jobs : []);
	sandbox.faults.clear();
	const items = runs
		.flatMap((run) => run.items())
		.map(({ json }) => json)
		.filter(({ filename }) => filename !== NEIGHBOUR);
	const errorsOfItems = items.flatMap(({ error }) =>
		error ? [error as { description: string }] : [],
	);
	const errorsOfRuns = runs.flatMap(({ error }) => error ?? []);
	return {
		charges: ofDocument(sandbox.ledger.charges).length,
		delivered: items.filter(({ error, status }) => status === 'completed' && !error).length,
		errors: [...errorsOfRuns, ...errorsOfItems].map(({ description }) => description ?? ''),
	};
}

function requestOf(document: StartItem): RunRequest & { id: string } {
	const options = { waitTimeout: 20, maxDocumentsAtOnce: 1 };
	return { id: `workflow ${documents}`, items: [document], nodes: tagPdf({ options }) };
}

/** @returns the first run as n8n stored it, with the data the node kept */
async function endFirst(
	world: World,
	{ ending: { by } }: Cell,
	request: RunRequest,
): Promise<Execution | undefined> {
	const { engine, sandbox } = world;
	if (typeof by === 'object') {
		const process = new Process(by);
		const running = await engine.start({ ...request, executionId: inProcess(world, process) });
		await Promise.race([process.killed, running.finished]);
		return undefined;
	}
	if (by === 'nothing') {
		await engine.run(request);
		return undefined;
	}
	if (by === 'neighbour') {
		const broken = { binary: { data: { content: Buffer.from('no pdf'), fileName: NEIGHBOUR } } };
		return await engine.run({ ...request, items: [...(request.items ?? []), broken] });
	}
	const fault = { fields: { status: 'processing' } };
	sandbox.faults.order({ step: 'getJob', times: 'always', fault });
	if (by === 'timeout') {
		const [node] = request.nodes;
		const parameters = { ...node?.parameters, options: { ...optionsOf(node), waitTimeout: 1 } };
		return await engine.run({ ...request, nodes: [{ type: 'tagPdf', parameters }] });
	}
	const process = new Process();
	const running = await engine.start({ ...request, executionId: inProcess(world, process) });
	process.onCall = (call) => {
		if (call === 'getJob') running.stop();
	};
	await running.finished;
	return undefined;
}

/** Runs the executions that follow the first. */
async function goOn(
	world: World,
	{ next }: Cell,
	request: RunRequest & { id: string },
	first: Execution | undefined,
	gone: readonly string[],
): Promise<Execution[]> {
	const { engine } = world;
	const process = () => {
		const own = new Process();
		for (const id of gone) own.gone.add(id);
		return own;
	};
	world.others = process();
	switch (next) {
		case 'Retry': {
			const nodes = request.nodes.map((node) => ({ ...node, onError: CARRY_ON }) as const);
			return first
				? [await engine.retry(first, { changed: { id: request.id, nodes } })]
				: [await engine.run({ ...request, mode: 'retry' })];
		}
		case 'run by hand':
			return [await engine.run({ ...request, mode: 'manual' })];
		case 'next event':
			return [await engine.run(request)];
		case 'two at once':
			return await Promise.all(
				together([process(), process()]).map(async (own) => {
					return await engine.run({ ...request, executionId: inProcess(world, own) });
				}),
			);
	}
}

/** Holds both processes until both are about to submit. */
function together(processes: Process[]): Process[] {
	const arrivals = processes.map(async (process) => {
		await new Promise<void>((resolve) => {
			process.onCall = (call) => {
				if (call === 'submitJob') resolve();
			};
		});
	});
	for (const process of processes) process.held.submitJob = Promise.all(arrivals);
	return processes;
}

function optionsOf(node: NodeSetup | undefined): object {
	return (node?.parameters?.options ?? {}) as object;
}

const CARRY_ON = 'continueRegularOutput' as const;

function inProcess({ processes }: World, process: Process): string {
	executions += 1;
	processes.set(String(executions), process);
	return String(executions);
}
