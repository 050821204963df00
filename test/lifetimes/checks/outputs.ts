import type { INodeExecutionData } from 'n8n-workflow';

import { isFailed, isSkipped, jobIdOf } from '../world/items';
import { contentOf, jobOf } from '../world/pdf';
import { credentialOf, type Call } from '../world/records';
import { accountOf } from '../world/service';
import { checkBooking } from './claims';
import type { Scene } from './scene';
import type { Report } from './violation';

/** Each output belongs to its document. No output is lost or repeated, and the order is kept. */
export function checkOutputs(call: Call, scene: Scene): void {
	const { entries, outputs = [], jobIds } = call;
	const count = entries.length > 0 ? entries.length : jobIds.length;
	const places = outputs.map(({ pairedItem }) => (pairedItem as { item: number }).item);
	const expected = Array.from({ length: count }, (_, index) => index);
	if (places.join() !== expected.join()) {
		const text = `${call.id}: ${places.join()} of ${count}`;
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
	const file = n8n.files.get(output.binary?.data?.id ?? '');
	const own = output.binary?.data?.data;
	const bytes = file ?? Buffer.from(own ?? '', 'base64');
	if (contentOf(bytes) !== content) return `item ${index} has the file of ${contentOf(bytes)}`;
	const isRight = !isDelivered || jobOf(bytes) === `${account}/${id}`;
	return isRight ? undefined : `item ${index} has the file of ${jobOf(bytes)}`;
}
