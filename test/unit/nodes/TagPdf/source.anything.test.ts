import fc from 'fast-check';
import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import { onDocument } from '../../support/documents';
import { NOTHING } from '../../support/fakeExecution';
import { openNode } from '../../support/openNode';

const PDF = Buffer.from('%PDF-1.7\n%%EOF');

/** What a Code node may return, and what becomes of it in an expression. */
const anything = fc.anything({
	maxDepth: 2,
	withBigInt: true,
	withDate: true,
	withMap: true,
	withNullPrototype: true,
	withObjectString: true,
	withSet: true,
	withSparseArray: true,
	withTypedArray: true,
	stringUnit: 'binary',
});

const text = fc.constantFrom('', 'a', '.pdf', 'application/pdf', 'text/plain', 'image/png', '\0');
const data = fc.constantFrom(
	...[PDF.toString('base64'), PDF, PDF.toJSON(), PDF.toString(), 'filesystem-v2', ''],
);
/** Nearly a file: each of its fields may be missing, or may be anything. */
const nearlyFile = fc.record(
	{
		data: fc.oneof(data, anything),
		id: fc.oneof(text, anything),
		mimeType: fc.oneof(text, anything),
		fileName: fc.oneof(text, anything),
	},
	{ requiredKeys: [] },
);
const field = fc.constantFrom('a', 'b', 'c,d', '', '__proto__', 'constructor', '_files');
const fields = fc.dictionary(field, fc.oneof(nearlyFile, anything), { maxKeys: 4 });
const item = fc.record({ json: fc.record({ _files: fields }), binary: fc.oneof(fields, anything) });
const parameter = fc.oneof(field, nearlyFile, fields, anything);

test.each(['inspect', 'submit', 'tag'])(
	'%s takes whatever is in a binary field as a file, or refuses it by name',
	async (operation) => {
		const run = async (items: unknown[], given: unknown, keepInputData: string) => {
			const binaryPropertyName = given === undefined ? NOTHING : given;
			const own = { ...onDocument('tag', { keepInputData }), operation, binaryPropertyName };
			const { execute } = openNode({
				continueOnFail: true,
				items: items as INodeExecutionData[],
				parameters: items.map(() => own),
				node: { parameters: { binaryPropertyName: '={{ $json.any }}' } },
			});
			const [outputs = []] = await execute();
			expect(outputs.length).toBeGreaterThanOrEqual(items.length);
			for (const { json } of outputs) {
				const { code, message } = (json.error ?? {}) as IDataObject;
				expect([undefined, 'INVALID_INPUT', 'NOT_A_PDF', 'DOCUMENT_UNREADABLE']).toContain(code);
				expect(code === undefined ? 'It went well' : message).toMatch(/^["'A-Z].+/);
			}
		};
		const keep = fc.constantFrom('both', 'none');
		await fc.assert(
			fc.asyncProperty(fc.array(item, { minLength: 1, maxLength: 2 }), parameter, keep, run),
			{
				numRuns: 400,
			},
		);
	},
);
