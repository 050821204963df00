import { startSandbox, type Sandbox } from '../../../sandbox';
import { writeDocuments } from '../harness/documents';
import { publishFlow, type Flow } from '../harness/flow';
import { addCredential, serviceOf, type CredentialReference } from '../harness/rest/credentials';
import { listExecutions, retryExecution, type Execution } from '../harness/rest/executions';
import type { WorkflowNode } from '../harness/rest/workflows';
import type { Setup } from '../harness/setup';
import { until } from '../harness/until';
import { readFiles, tagPdf } from '../harness/workflow';
import { FATES, hasJob, MOMENTS, nodesOf, type Row } from './row';

const MINUTE_MS = 60_000;
export const DAY_MS = 24 * 60 * MINUTE_MS;

type Next = Row['next'];

/** The service of a row: each row has its own sandbox, which counts the charges, and its own clock. */
interface Service {
	readonly sandbox: Sandbox;
	/** Lets time pass at the service (milliseconds). n8n's clock decides nothing. */
	readonly pass: (ms: number) => void;
	readonly close: () => Promise<void>;
}

/** Starts the service of a row. */
export async function startService({ documents = 1, reading }: Row): Promise<Service> {
	let passed = 0;
	const sandbox = await startSandbox({
		tagger: 'stamp',
		parallelJobs: documents,
		idempotency: reading,
		now: () => Date.now() + passed,
	});
	const pass = (ms: number) => {
		passed += ms;
	};
	return { sandbox, pass, close: async () => await sandbox.close() };
}

/** The workflow of one row from its first run to its last. */
export class Journey {
	/** Executions of the workflow so far. */
	private count = 0;
	private lastId = '';

	private constructor(
		readonly row: Row,
		private readonly setup: Setup,
		private readonly service: Service,
		private readonly credential: CredentialReference,
		private readonly pattern: string,
		/** The workflow, or its copy. */
		private flow: Flow,
	) {}

	/** Publishes the workflow of a row. */
	static async of(row: Row, setup: Setup, service: Service): Promise<Journey> {
		const data = serviceOf(service.sandbox);
		const credential = await addCredential(setup.session, 'tagPdfApi', 'Row', data);
		const pattern = await writeDocuments(setup.documents, row.documents ?? 1);
		const flow = await publishRow(row, setup, credential, pattern);
		return new Journey(row, setup, service, credential, pattern, flow);
	}

	get sandbox(): Sandbox {
		return this.service.sandbox;
	}

	/** Starts the workflow; resolves at the moment of the kill. */
	async reachKill(): Promise<void> {
		const { documents = 1, fate, killed } = this.row;
		const { sandbox } = this;
		const moment = MOMENTS[killed];
		sandbox.faults.order(moment);
		if (fate === 'failed') this.orderFate();
		await this.flow.start();
		this.count = 1;
		await sandbox.requestArrived(moment.step);
		// The service creates the jobs before it holds back the answer.
		const expected = hasJob(this.row) ? documents : 0;
		await until({ what: 'all jobs exist' }, () => sandbox.jobs.length === expected);
	}

	/** Once n8n runs again: the next run comes minutes or days later. */
	async comeBack(): Promise<void> {
		const { fate } = this.row;
		this.lastId = await this.findKilled();
		this.sandbox.faults.clear();
		this.pass(fate === 'not found for days' ? 2 * DAY_MS : 2 * MINUTE_MS);
		if (fate !== 'failed') this.orderFate();
	}

	/** Lets time pass at the service. */
	pass(ms: number): void {
		this.service.pass(ms);
	}

	/** The service finds its jobs and results again. */
	endFate(): void {
		this.sandbox.faults.clear();
	}

	/** The next job of the document will not share the fate of the first one. */
	async endFateAtNextJob(): Promise<void> {
		const { sandbox } = this;
		const [first] = sandbox.jobs;
		for (let n = sandbox.requestsOf('submitJob').length + 1; ; n += 1) {
			const { idempotencyKey } = await sandbox.requestArrived('submitJob', n);
			if (idempotencyKey !== first?.idempotencyKey) break;
		}
		this.endFate();
	}

	/** Saves other options of Tag PDF in the workflow. */
	async setOptions(options: object): Promise<void> {
		const setThem = (node: WorkflowNode) => {
			if (node.name !== 'Tag PDF') return node;
			return { ...node, parameters: { ...node.parameters, options } };
		};
		await editAlone(async () => await this.flow.change(setThem));
	}

	/**
	 * Runs the document again as a user would.
	 *
	 * @returns the new executions, once they have ended
	 */
	async runAgain(next: Next): Promise<Execution[]> {
		const { credential, pattern, row, setup } = this;
		switch (next) {
			case 'Retry with the original workflow':
				await retryExecution(setup.session, this.lastId, 'original workflow');
				break;
			case 'Retry with the current workflow':
				await retryExecution(setup.session, this.lastId, 'current workflow');
				break;
			case 'run by hand':
				await this.flow.startByHand();
				break;
			case 'next event':
				await this.flow.start();
				break;
			case 'copy of the workflow':
				this.flow = await editAlone(async () => await publishRow(row, setup, credential, pattern));
				this.count = 0;
				await this.flow.start();
				break;
			case 'two at once':
				await this.startTwo();
		}
		const executions = [await this.awaitNext()];
		if (next === 'two at once') executions.push(await this.awaitNext());
		return executions;
	}

	/** Uses Job → Download in a workflow of its own. */
	async download(jobId: string): Promise<Execution> {
		const node = tagPdf(this.credential, { resource: 'job', operation: 'download', jobId });
		const flow = await editAlone(async () => await publishFlow(this.setup, [node]));
		await flow.start();
		return await flow.ended();
	}

	private async awaitNext(): Promise<Execution> {
		this.count += 1;
		const execution = await this.flow.ended(this.count);
		this.lastId = execution.id;
		return execution;
	}

	private orderFate(): void {
		for (const order of FATES[this.row.fate]) this.sandbox.faults.order(order);
	}

	/** Starts two executions; neither returns the document before the other has submitted it. */
	private async startTwo(): Promise<void> {
		const { sandbox } = this;
		const { faults } = sandbox;
		const before = sandbox.requestsOf('submitJob').length;
		const fault = { fields: { status: 'processing' } };
		faults.clear();
		faults.order({ step: 'submitJob', fault, times: 'always' });
		faults.order({ step: 'getJob', fault, times: 'always' });
		await Promise.all([this.flow.start(), this.flow.start()]);
		// A refused submission is repeated, so there may be more than two.
		const both = () => {
			const later = sandbox.requestsOf('submitJob').slice(before);
			return new Set(later.map(({ body }) => body)).size === 2;
		};
		await until({ what: 'both have submitted it' }, both);
		faults.clear();
		if (this.row.fate !== 'failed') this.orderFate();
	}

	/** ID of the killed execution, once n8n has detected it. */
	private async findKilled(): Promise<string> {
		const { session } = this.setup;
		const found = await until({ what: 'n8n has found the killed execution' }, async () => {
			const [last] = await listExecutions(session, this.flow.workflow.id);
			return last?.status === 'crashed' && last;
		});
		return found.id;
	}
}

async function publishRow(
	row: Row,
	setup: Setup,
	credential: CredentialReference,
	pattern: string,
): Promise<Flow> {
	const nodes = [readFiles(pattern), ...nodesOf(row, credential)];
	const settings = { saveExecutionProgress: row.inSteps ?? false };
	return await publishFlow(setup, nodes, { settings });
}

let lastEdit: Promise<unknown> = Promise.resolve();

/** Saves one workflow at a time: on SQLite, n8n 1 mixes up the transactions of two. */
async function editAlone<T>(edit: () => Promise<T>): Promise<T> {
	const own = lastEdit.then(edit);
	lastEdit = own.catch(() => undefined);
	return await own;
}
