import type { INodeExecutionData } from 'n8n-workflow';

import { isFailed, isSkipped, jobIdOf } from '../world/items';
import { contentOf, jobOf } from '../world/pdf';
import type { Call } from '../world/records';
import type { ServiceModel } from '../world/service';
import type { Report } from './violation';

/** Each output belongs to its document; none is lost or comes twice; the order is kept. */
export function checkOutputs(
	call: Call,
	files: ReadonlyMap<string, Buffer>,
	service: ServiceModel,
	report: Report,
): void {
	const { entries, outputs = [], jobIds } = call;
	const count = entries.length > 0 ? entries.length : jobIds.length;
	const places = outputs.map(({ pairedItem }) => (pairedItem as { item: number }).item);
	const expected = Array.from({ length: count }, (_, index) => index);
	if (places.join() !== expected.join()) {
		report('items lost, doubled or out of order', `${call.id}: ${places.join()} of ${count}`);
		return;
	}
	for (const [index, output] of outputs.entries()) {
		if (isFailed(output)) continue;
		const wrong = wrongIn(call, index, output, files, service);
		if (wrong !== undefined) report('an output is of another document', `${call.id}: ${wrong}`);
	}
}

/** What n8n takes for a failure has failed. */
export function checkFirst({ id, outputs: [first] = [] }: Call, report: Report): void {
	if (first && !isFailed(first)) report('n8n runs a node again that has succeeded', id);
}

function wrongIn(
	{ entries, jobIds, operation }: Call,
	index: number,
	output: INodeExecutionData,
	files: ReadonlyMap<string, Buffer>,
	service: ServiceModel,
): string | undefined {
	const id = jobIdOf(output);
	const job = service.job(id);
	const content = entries[index]?.content.content ?? service.job(jobIds[index] ?? '')?.content;
	const skipped = isSkipped(output);
	if (!skipped && job?.content !== content) {
		return `item ${index} is document ${content} and has ${id}, of document ${job?.content}`;
	}
	if (operation === 'wait' || operation === 'submit') return undefined;
	const file = files.get(output.binary?.data?.id ?? '');
	const own = output.binary?.data?.data;
	const bytes = file ?? Buffer.from(own ?? '', 'base64');
	if (contentOf(bytes) !== content) return `item ${index} has the file of ${contentOf(bytes)}`;
	if (skipped) return undefined;
	return jobOf(bytes) === id ? undefined : `item ${index} has the file of ${jobOf(bytes)}`;
}
