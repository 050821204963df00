/** A contestant: Document → Tag of the compiled package, in n8n-core's engine. Prints the item count. */
import { createEngine } from '../../engine';
import { variants } from '../../test/host/harness/documents';
import type { Task } from './run';

async function main(): Promise<void> {
	const { url, apiKey, documents, bytes, inFlight, maxCredits } = JSON.parse(
		process.argv[2] ?? '',
	) as Task;
	const engine = await createEngine({
		binaryMode: 'filesystem',
		credentials: { tagPdfApi: { apiKey, baseUrl: url } },
	});
	const items = (await variants(documents, bytes)).map((content, n) => ({
		binary: { data: { content, fileName: `${n}.pdf`, mimeType: 'application/pdf' } },
	}));
	const options = {
		...(inFlight !== undefined && { maxDocumentsAtOnce: inFlight }),
		...(maxCredits !== undefined && { maxCreditsPerExecution: maxCredits }),
	};
	const parameters = { resource: 'document', operation: 'tag', options };
	const execution = await engine.run({ nodes: [{ type: 'tagPdf', parameters }], items });
	if (execution.error) throw execution.error;
	console.log(execution.items().length);
	await engine.close();
}

void main();
