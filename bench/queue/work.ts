import { randomUUID } from 'node:crypto';
import { deliver, eventAbout } from '../../test/host/harness/events';
import { writeVariants } from '../../test/host/harness/documents';
import { publishFlow } from '../../test/host/harness/flow';
import { addCredential, serviceOf } from '../../test/host/harness/rest/credentials';
import { finishedExecutions } from '../../test/host/harness/rest/executions';
import { activate, addWorkflow } from '../../test/host/harness/rest/workflows';
import { chain, readFiles, tagPdf, tagPdfTrigger } from '../../test/host/harness/workflow';
import type { Cluster } from '../../test/host/harness/queue/cluster';

/** Milliseconds that the service needs for a document. */
export const PROCESSING_MS = 3_000;
const DOCUMENTS = 24;
const EVENTS = 90;

/** Work for a cluster. */
export interface Work {
	name: string;
	/** Whether most of the work is waiting for the service, which uses no processor. */
	waits: boolean;
	/** Returns how many were completed per second. */
	run: (cluster: Cluster) => Promise<number>;
}

/** Executions of one document each. */
export const documents: Work = {
	name: `${DOCUMENTS} documents of ${PROCESSING_MS / 1_000} s`,
	waits: true,
	async run(cluster) {
		const folder = (await writeVariants(cluster.documents, DOCUMENTS)).replace('*', '');
		// Execution ids count up, so each execution has its own document.
		const number = `String($execution.id % ${DOCUMENTS}).padStart(3, '0')`;
		const files = readFiles(`=${folder}document-{{ ${number} }}.pdf`);
		const [n8n] = cluster.processors;
		if (!n8n) throw new Error('There is no webhook processor.');
		const place = { session: cluster.session, n8n };
		const flow = await publishFlow(place, [files, tagPdf(cluster.credential)]);
		return await rateOf(cluster, flow.workflow.id, DOCUMENTS, flow.start);
	},
};

/** Executions of the trigger alone. */
export const events: Work = {
	name: `${EVENTS} events`,
	waits: false,
	async run(cluster) {
		const { session, processors } = cluster;
		const secret = randomUUID();
		const data = { ...serviceOf(cluster.sandbox), productionSigningSecret: secret };
		const credential = await addCredential(session, 'tagPdfApi', secret, data);
		const trigger = tagPdfTrigger(credential);
		const workflow = await addWorkflow(session, chain('Events', trigger));
		await activate(session, workflow);
		const urls = processors.map(({ url }) => `${url}/webhook/${String(trigger.webhookId)}/webhook`);
		return await rateOf(cluster, workflow.id, EVENTS, async (n) => {
			const url = urls[n % urls.length] ?? '';
			await deliver(url, eventAbout(`job_${randomUUID()}`), { secret });
		});
	},
};

/** Starts this many executions at once, and measures the time until the last one has ended. */
async function rateOf(
	{ session }: Cluster,
	workflow: string,
	count: number,
	start: (n: number) => Promise<void>,
): Promise<number> {
	const began = Date.now();
	await Promise.all(Array.from({ length: count }, async (_, n) => await start(n)));
	const executions = await finishedExecutions(session, workflow, count);
	const failed = executions.find(({ status }) => status !== 'success');
	if (failed) throw new Error(`Execution ${failed.id} ended as ${failed.status}.`);
	const ended = Math.max(...executions.map(({ stoppedAt }) => Date.parse(stoppedAt)));
	return count / ((ended - began) / 1_000);
}
