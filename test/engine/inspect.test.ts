import { createEngine, readBinary, type BinaryMode, type Engine } from '../../engine';
import { present } from '../present';
import { makeDocument } from '../host/harness/documents';

const INSPECT = {
	type: 'tagPdf',
	parameters: { resource: 'document', operation: 'inspect' },
};
const MODES: BinaryMode[] = ['default', 'filesystem'];

describe.each(MODES)('Document → Inspect, binary mode %s', (mode) => {
	let engine: Engine;
	beforeEach(async () => {
		// Inspect needs neither a credential nor a service.
		engine = await createEngine({ binaryMode: mode });
	});
	afterEach(async () => await engine.close());

	test('inspects a document without a credential, and passes it on unchanged', async () => {
		const content = await makeDocument('report', 3);
		const files = { data: { content, fileName: 'report.pdf' } };
		const execution = await engine.run({ nodes: [INSPECT], items: [{ binary: files }] });
		expect(execution.error).toBeUndefined();
		const output = present(execution.items()[0]);
		expect(output.json).toMatchObject({
			filename: 'report.pdf',
			pages: 3,
			tagged: false,
			recommendation: 'tag',
		});
		expect(output.pairedItem).toEqual({ item: 0 });
		expect((await readBinary(output)).equals(content)).toBe(true);
	});
});
