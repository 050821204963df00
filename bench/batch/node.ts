/** A contestant: Document → Tag of the compiled package, in n8n-core's engine. Prints the item count. */
import type { Task } from './run';
import { tagInEngine } from './tagInEngine';

const task = JSON.parse(process.argv[2] ?? '') as Task;
const { url, apiKey, inFlight, maxCredits } = task;
const options = {
	...(inFlight !== undefined && { maxDocumentsAtOnce: inFlight }),
	...(maxCredits !== undefined && { maxCreditsPerExecution: maxCredits }),
};
const parameters = { resource: 'document', operation: 'tag', options };
const credentials = { tagPdfApi: { apiKey, baseUrl: url } };
void tagInEngine(task, { type: 'tagPdf', parameters }, { credentials });
