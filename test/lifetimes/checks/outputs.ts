import type { IBinaryKeyData, INodeExecutionData } from 'n8n-workflow';

import { isFailed, isSkipped, jobIdOf } from '../world/items';
import { contentOf, jobOf } from '../world/pdf';
import { credentialOf, type Call } from '../world/records';
import { accountOf } from '../world/service';
import { checkBooking } from './claims';
import type { Scene } from './scene';
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
		if (isFailed(output)) continue;
		const wrong = findWrong(call, index, output, scene);
		if (wrong !== undefined)
			scene.report('an output is of another document', `${call.id}: ${wrong}`);
		checkBooking(call, output, index, scene);
	}
}

/** An output that n8n treats as a failure must be a failure. */
export function checkFirst({ id, outputs: [first] = [] }: Call, report: Report): void {
	if (first && !isFailed(first)) report('n8n runs a node again that has succeeded', id);
}

function findWrong(
	{ entries, execution, jobIds, operation }: Call,
	index: number,
	output: INodeExecutionData,
	{ n8n, service }: Scene,
): string | undefined {
	const id = jobIdOf(output);
	const account = accountOf(credentialOf(execution, entries[index]));
	const job = service.job(account, id);
	const content =
		entries[index]?.content.content ?? service.job(account, jobIds[index] ?? '')?.content;
	const isDelivered = !isSkipped(output);
	if (isDelivered && job?.content !== content) {
		return `item ${index} is document ${content} and has ${id}, of document ${job?.content}`;
	}
	if (operation === 'wait' || operation === 'submit') return undefined;
	const { data, ...rest } = output.binary ?? {};
	const [bytes = Buffer.of()] = filesOf(data ? { data } : {}, n8n.files);
	if (contentOf(bytes) !== content) return `item ${index} has the file of ${contentOf(bytes)}`;
	const others = filesOf(rest, n8n.files).map(contentOf);
	const other = others.find((each) => each !== undefined && each !== content);
	if (other !== undefined) return `item ${index} also has the file of ${other}`;
	const isRight = !isDelivered || jobOf(bytes) === `${account}/${id}`;
	return isRight ? undefined : `item ${index} has the file of ${jobOf(bytes)}`;
}

function filesOf(binary: IBinaryKeyData, files: ReadonlyMap<string, Buffer>): Buffer[] {
	return Object.values(binary).map(
		({ data, id = '' }) => files.get(id) ?? Buffer.from(data, 'base64'),
	);
}
