import type { IBinaryKeyData, INodeExecutionData } from 'n8n-workflow';

import { isFailed, isSkipped, jobIdOf, jobJsonOf } from '../world/items';
import { contentOf, jobOf } from '../world/pdf';
import { type Call, callsOfNode, contentsOf, credentialOf, haveSameKey } from '../world/records';
import { accountOf } from '../world/service';
import { type PaidBefore, whoMayHavePaid } from './payer';
import { count, findOwnEntry, type Scene } from './scene';
import type { Report } from './violation';

/** Each output belongs to its document. No output is lost or repeated, and the order is kept. */
export function checkOutputs(call: Call, scene: Scene): void {
	const { entries, itemOf, outputs = [], jobIds } = call;
	const places = outputs.map(({ pairedItem }) => (pairedItem as { item: number }).item);
	const expected = entries.length > 0 ? itemOf : [...jobIds.keys()];
	if (places.join() !== expected.join()) {
		const text = `${call.id}: ${places.join()} instead of ${expected.join()}`;
		scene.report('items lost, doubled or out of order', text);
		return;
	}
	for (const [index, output] of outputs.entries()) {
		checkJobNumber(call, output, index, scene);
		if (isFailed(output)) continue;
		const wrong = findWrong(call, index, output, scene);
		if (wrong !== undefined)
			scene.report('an output is of another document', `${call.id}: ${wrong}`);
		checkPayment(call, output, index, scene);
	}
}

/** An output that n8n treats as a failure must be a failure. */
export function checkFirst({ id, outputs: [first] = [] }: Call, report: Report): void {
	if (first && !isFailed(first)) report('n8n runs a node again that has succeeded', id);
}

/** A second try of an item that has a job does not read its source again: the link may give another file. */
export function checkRead(call: Call, place: number, scene: Scene): void {
	const { charges, report, service } = scene;
	const { execution } = call;
	const index = call.entries.findIndex((entry) => entry.place === place);
	const entry = findOwnEntry(call, index);
	const reader = callsOfNode(call).findLast((each) => each !== call && each.readPlaces.has(place));
	call.readPlaces.add(place);
	// An agent may call its tool again with a link that gives another file.
	if (!entry || !reader || execution.plan.tools !== 'none') return;
	// The job may be that of another item with the same file: this item has failed before it had one.
	if (execution.entries.filter(({ content }) => content === entry.content).length > 1) return;
	if (!haveSameKey(reader, call, entry)) return;
	const last = charges.ofEntry(call, entry).findLast(({ job }) => reader.told.has(job));
	if (!last || service.jobs.isOfNoUse(last.job)) return;
	// The service has said that the job is gone, so that the next one may follow.
	if ((last.job.deniedAt ?? 0) >= execution.startedAt) return;
	report('reads a paid document again', `${call.id}, item ${index}: ${last.job.id}`);
}

function findWrong(
	{ entries, execution, jobIds, operation }: Call,
	index: number,
	output: INodeExecutionData,
	{ n8n, service }: Scene,
): string | undefined {
	const id = jobIdOf(output);
	const entry = entries[index];
	const account = accountOf(credentialOf(execution, entry));
	const job = service.jobs.find(account, id);
	const ofJob = service.jobs.find(account, jobIds[index] ?? '')?.content;
	const contents = entry ? contentsOf(execution, entry).map(({ content }) => content) : [ofJob];
	const isDelivered = !isSkipped(output);
	if (isDelivered && !contents.includes(job?.content)) {
		return `item ${index} is document ${contents.join(' or ')} and has ${id}, of document ${job?.content}`;
	}
	if (operation === 'wait' || operation === 'submit') return undefined;
	const { data, ...rest } = output.binary ?? {};
	const [bytes = Buffer.of()] = filesOf(data ? { data } : {}, n8n.files);
	if (!contents.includes(contentOf(bytes))) {
		return `item ${index} has the file of ${contentOf(bytes)}`;
	}
	const others = filesOf(rest, n8n.files).map(contentOf);
	const other = others.find((each) => each !== undefined && !contents.includes(each));
	if (other !== undefined) return `item ${index} also has the file of ${other}`;
	const isRight = !isDelivered || jobOf(bytes) === `${account}/${id}`;
	return isRight ? undefined : `item ${index} has the file of ${jobOf(bytes)}`;
}

function filesOf(binary: IBinaryKeyData, files: ReadonlyMap<string, Buffer>): Buffer[] {
	return Object.values(binary).map(
		({ data, id = '' }) => files.get(id) ?? Buffer.from(data, 'base64'),
	);
}

/** `job_number` says which job of the document it is, in outputs and in errors. */
function checkJobNumber(
	call: Call,
	output: INodeExecutionData,
	index: number,
	{ charges, report, ...scene }: Scene,
): void {
	const entry = call.entries[index];
	const { error } = output.json as { error?: { job_id?: string; job_number?: number } };
	const own = jobJsonOf(output) as { id?: string; job_number?: number };
	const { jobId, jobNumber } = isFailed(output)
		? { jobId: error?.job_id, jobNumber: error?.job_number }
		: { jobId: own.id, jobNumber: own.job_number };
	if (!entry || jobId === undefined || jobNumber === undefined) return;
	count(scene, 'job_number');
	const charge = charges.ofEntry(call, entry).find(({ job }) => job.id === jobId);
	if (charge && charge.number !== jobNumber) {
		report(
			'job_number is wrong',
			`${call.id}: ${jobId} is number ${charge.number}, not ${jobNumber}`,
		);
	}
}

/** What the output of an item says about who has paid, and how much. */
function checkPayment(call: Call, output: INodeExecutionData, index: number, scene: Scene): void {
	const { charges, report } = scene;
	const entry = call.entries[index];
	if (!entry) return;
	const all = charges.ofEntry(call, entry);
	if (isSkipped(output)) {
		count(scene, 'credits saved');
		const charge = all.find((each) => each.call === call);
		if (charge) report('a skipped document was charged', `${call.id}: ${charge.job.id}`);
		return;
	}
	const { credits_used: used, id, paid_before: said, status } = jobJsonOf(output);
	const charge = all.find(({ job }) => job.id === id);
	if (!charge) return;
	const name = `${call.id}: ${charge.job.id} of ${charge.call.id}`;
	count(scene, 'credits_used');
	if (status === 'completed' && used !== charge.job.credits) {
		report('says other credits than were charged', `${name}: ${JSON.stringify(used)}`);
	}
	count(scene, `paid_before ${JSON.stringify(said)}`);
	const possible = whoMayHavePaid(charge.job, call, scene);
	if (!possible.includes(said as PaidBefore)) {
		report('paid_before is not true', `${name}: ${JSON.stringify(said)}`);
	}
}
