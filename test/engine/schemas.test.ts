import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import Ajv from 'ajv';
import type { INodeExecutionData } from 'n8n-workflow';
import { parse } from 'yaml';

import { accountOperations } from '../../nodes/TagPdf/account/operations';
import { documentOperations } from '../../nodes/TagPdf/document/operations';
import { jobOperations } from '../../nodes/TagPdf/job/operations';
import { TagPdf } from '../../nodes/TagPdf/TagPdf.node';
import { makeLockedDocument } from '../host/harness/documents';
import { present } from '../present';
import { item, openSetup, type Setup } from './setup';

/** n8n pads the version of a node: 1 is in the folder `v1.0.0`. */
const { version } = new TagPdf().description;
const FOLDER = join(__dirname, '../../dist/nodes/TagPdf/__schema__', `v${String(version)}.0.0`);

interface Schema {
	type: string;
	properties: Record<string, { type: string | [string, 'null'] }>;
	version: number;
}
const schemaOf = (operation: string) =>
	JSON.parse(readFileSync(join(FOLDER, `${operation}.json`), 'utf8')) as Schema;
const nullableOf = ({ properties }: Pick<Schema, 'properties'>) =>
	Object.entries(properties).flatMap(([field, { type }]) => (Array.isArray(type) ? field : []));

const operations = Object.entries({
	account: accountOperations,
	document: documentOperations,
	job: jobOperations,
}).flatMap(([resource, all]) => Object.keys(all).map((name) => `${resource}/${name}`));

let setup: Setup;
let jobId: string;
beforeAll(async () => {
	setup = await openSetup({ processingMs: 0 });
	jobId = (await run('document/submit')).json.id as string;
});
afterAll(async () => await setup.close());

/** An operation's real output; a Job operation asks for the job of an earlier run. */
async function run(
	named: string,
	given: Record<string, unknown> = {},
	binary?: { content: Buffer; fileName: string },
): Promise<INodeExecutionData> {
	const [resource, operation] = named.split('/');
	const parameters = { resource, operation, ...(resource === 'job' && { jobId }), ...given };
	const { json, binary: files } = await item('Report');
	const start = { json, binary: binary ? { data: binary } : files };
	const execution = await setup.engine.run({
		nodes: [{ type: 'tagPdf', parameters }],
		items: [start],
	});
	expect(execution.error).toBeUndefined();
	return present(execution.items()[0]);
}

/** The fields of an output that the schema does not have, or that break it. */
function breaches(named: string, { json }: INodeExecutionData): unknown {
	const { properties, type } = schemaOf(named);
	const required = Object.keys(properties);
	const exact = { type, properties, required, additionalProperties: false };
	const validate = new Ajv({ allowUnionTypes: true }).compile(exact);
	validate(json);
	return validate.errors;
}

test('every operation has one, for the version of the node', () => {
	expect(operations).toHaveLength(8);
	expect(operations.filter((each) => !existsSync(join(FOLDER, `${each}.json`)))).toEqual([]);
});

describe.each(operations)('%s', (named) => {
	test('has exactly the fields of a real output', async () => {
		expect(breaches(named, await run(named))).toBeNull();
	});

	test('has no field "error", and all are in snake_case', () => {
		const fields = Object.keys(schemaOf(named).properties);
		expect(fields).not.toContain('error');
		expect(fields.filter((field) => !/^[a-z]+(_[a-z]+)*$/.test(field))).toEqual([]);
	});

	test("n8n's editor shows its fields", () => {
		const { properties, type, version: form } = schemaOf(named);
		expect({ type, form }).toEqual({ type: 'object', form: 1 });
		// The editor shows the first type.
		const types = Object.values(properties).flatMap(({ type: each }) => [each].flat()[0]);
		expect(types.filter((each) => each === 'null')).toEqual([]);
	});
});

test.each([
	['job/get', 'Job'],
	['account/get', 'Account'],
])('%s says what may be null in the interface', (named, component) => {
	const contract = parse(readFileSync(join(__dirname, '../../contract/openapi.yaml'), 'utf8')) as {
		components: { schemas: Record<string, Pick<Schema, 'properties'>> };
	};
	const { properties } = present(contract.components.schemas[component]);
	expect(Object.keys(schemaOf(named).properties)).toEqual(Object.keys(properties));
	expect(nullableOf(schemaOf(named))).toEqual(nullableOf({ properties }));
});

test.each([
	['document/tag', ['filename', 'options', 'paid_before']],
	['document/submit', ['filename', 'options', 'paid_before']],
	['job/download', ['filename', 'options']],
	['job/wait', ['filename', 'options']],
	['job/getDownloadLink', ['expires_at']],
])('%s says what may be null', (named, fields) => {
	expect(nullableOf(schemaOf(named))).toEqual(fields);
});

test('Inspect says what may be null: all that it cannot know of a damaged or a locked document', async () => {
	const contents = [Buffer.from('%PDF-1.7\nnothing else'), await makeLockedDocument('Report')];
	const unknown = new Set<string>();
	for (const content of contents) {
		const output = await run('document/inspect', {}, { content, fileName: 'report.pdf' });
		expect(breaches('document/inspect', output)).toBeNull();
		for (const [field, value] of Object.entries(output.json))
			if (value === null) unknown.add(field);
	}
	expect([...unknown].sort()).toEqual(nullableOf(schemaOf('document/inspect')).sort());
});
