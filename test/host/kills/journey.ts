import { ageJobs } from '../../ageJobs';
import { startSandbox, type Sandbox } from '../../../sandbox';
import { writeDocuments } from '../harness/documents';
import { publishFlow, type Flow } from '../harness/flow';
import { addCredential } from '../harness/rest/credentials';
import { listExecutions, retryExecution, type Execution } from '../harness/rest/executions';
import type { Setup } from '../harness/setup';
import { until } from '../harness/until';
import { readFiles } from '../harness/workflow';
import { FATES, MOMENTS, nodesOf, type Row } from './row';

/** The documents of one row. Each row has its own sandbox, which counts the charges. */
export class Journey {
	private constructor(
		private readonly row: Row,
		private readonly setup: Setup,
		readonly sandbox: Sandbox,
		readonly flow: Flow,
	) {}

	/** Publishes the workflow of a row. */
	static async of(row: Row, setup: Setup, sandbox: Sandbox): Promise<Journey> {
		const data = { apiKey: sandbox.accounts[0].apiKey, baseUrl: sandbox.url };
		const credential = await addCredential(setup.session, 'tagPdfApi', 'Row', data);
		const pattern = await writeDocuments(setup.documents, row.documents ?? 1);
		const nodes = [readFiles(pattern), ...nodesOf(row, credential)];
		const settings = { saveExecutionProgress: row.inSteps ?? false };
		return new Journey(row, setup, sandbox, await publishFlow(setup, nodes, { settings }));
	}

	/** Starts the workflow; resolves at the moment of the kill. */
	async reachKill(): Promise<void> {
		const { killed, fate, documents = 1 } = this.row;
		const moment = MOMENTS[killed];
		this.sandbox.faults.order(moment);
		if (fate === 'failed') this.sandbox.faults.order(FATES[fate]);
		await this.flow.start();
		await this.sandbox.requestArrived(moment.step);
		// The service creates the jobs before it holds back the answer.
		const jobs = moment.step === 'store' ? 0 : documents;
		await until({ what: 'all jobs exist' }, () => this.sandbox.jobs.length === jobs);
	}

	/**
	 * Continues as a user would after n8n runs again.
	 *
	 * @returns the following executions, once they have ended
	 */
	async goOn(): Promise<Execution[]> {
		const { flow, row, sandbox } = this;
		sandbox.faults.clear();
		// The next run comes minutes later.
		ageJobs(sandbox.jobs);
		if (row.fate === 'result gone') sandbox.faults.order(FATES[row.fate]);
		const crashed = await this.crashed();
		switch (row.next) {
			case 'Retry':
				await retryExecution(this.setup.session, crashed);
				break;
			case 'run by hand':
				await flow.startByHand();
				break;
			case 'next event':
				await flow.start();
				break;
			case 'two at once':
				await this.startTwo();
		}
		const second = await flow.ended(2);
		return row.next === 'two at once' ? [second, await flow.ended(3)] : [second];
	}

	/** Starts two executions; neither returns the document before the other has submitted it. */
	private async startTwo(): Promise<void> {
		const { faults } = this.sandbox;
		const submissions = () => this.sandbox.requestsOf('submitJob').length;
		const before = submissions();
		const fault = { fields: { status: 'processing' } };
		faults.order({ step: 'submitJob', fault, times: 'always' });
		faults.order({ step: 'getJob', fault, times: 'always' });
		await Promise.all([this.flow.start(), this.flow.start()]);
		await until({ what: 'both have submitted it' }, () => submissions() === before + 2);
		faults.clear();
	}

	/** ID of the killed execution, once n8n has detected it. */
	private async crashed(): Promise<string> {
		const found = await until({ what: 'n8n has found the killed execution' }, async () => {
			const [last] = await listExecutions(this.setup.session, this.flow.workflow.id);
			return last?.status === 'crashed' && last;
		});
		return found.id;
	}
}

/** Starts the sandbox of a row. */
export async function sandboxFor({ documents, reading }: Row): Promise<Sandbox> {
	const switches = { parallelJobs: documents ?? 1, ...(reading && { idempotency: reading }) };
	return await startSandbox({ tagger: 'stamp', ...switches });
}
