import { writeDocuments } from '../harness/documents';
import { join } from 'node:path';
import { startBench, type Bench } from '../harness/bench';
import { finishedExecutions, outputs, readBinary } from '../harness/rest/executions';
import { activate, addWorkflow } from '../harness/rest/workflows';
import { chain, readFiles, tagPdf, webhook } from '../harness/workflow';

let bench: Bench;
beforeAll(async () => {
	bench = await startBench();
});
afterAll(async () => await bench?.close());

test('tags', async () => {
	await writeDocuments(bench.documents, 3);
	const w = await addWorkflow(
		bench.session,
		chain(
			'tag',
			webhook('go'),
			readFiles(join(bench.documents, '*.pdf')),
			tagPdf(bench.credential),
		),
	);
	await activate(bench.session, w);
	await fetch(`${bench.n8n.url}/webhook/go`, { method: 'POST' });
	const [execution] = await finishedExecutions(bench.session, w.id);
	if (!execution) throw new Error();
	console.log(JSON.stringify(execution.data.resultData, null, 1).slice(0, 3000));
	const [items] = outputs(execution, 'Tag PDF');
	const binary = items?.[0]?.binary?.data;
	console.log(binary && (await readBinary(bench.session, binary)).toString('latin1').slice(0, 50));
	console.log(bench.n8n.lines.join('\n'));
});
