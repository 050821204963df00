import { createEngine, readBinary } from '../../engine';
import { present } from '../present';
import { makeDocument } from '../host/harness/documents';

const INSPECT = { type: 'tagPdf', parameters: { resource: 'document', operation: 'inspect' } };

test('Inspect needs no credential and no service, and passes the document on unchanged', async () => {
	const engine = await createEngine({ binaryMode: 'filesystem' });
	const content = await makeDocument('report', 3);
	const files = { data: { content, fileName: 'report.pdf' } };
	const execution = await engine.run({ nodes: [INSPECT], items: [{ binary: files }] });
	expect(execution.error).toBeUndefined();
	const output = present(execution.items()[0]);
	expect(output.json).toMatchObject({ filename: 'report.pdf', pages: 3, recommendation: 'tag' });
	expect((await readBinary(output)).equals(content)).toBe(true);
	await engine.close();
});
