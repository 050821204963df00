/** A contestant: Document → Tag of the compiled package, in n8n-core's engine. Prints the item count. */
import { createEngine } from '../../engine';
import { readTask } from './contestant';
import { variants } from '../../test/host/harness/documents';

async function main(): Promise<void> {
	const { url, apiKey, documents: count, inFlight, earlier = 0 } = readTask(process.argv);
	const engine = await createEngine({
		binaryMode: 'filesystem',
		credentials: { tagPdfApi: { apiKey, baseUrl: url } },
	});
	const items = (await variants(earlier + count)).map((content, n) => ({
		binary: { data: { content, fileName: `${n}.pdf`, mimeType: 'application/pdf' } },
	}));
	const options = inFlight === undefined ? {} : { maxInFlight: inFlight };
	const parameters = { resource: 'document', operation: 'tag', options };
	const nodes = [{ type: 'tagPdf', parameters }];
	for (const item of items.slice(0, earlier)) await engine.run({ nodes, items: [item] });
	const execution = await engine.run({ nodes, items: items.slice(earlier) });
	if (execution.error) throw execution.error;
	console.log(execution.items().length);
	await engine.close();
}

void main();
