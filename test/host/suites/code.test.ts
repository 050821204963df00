import { createServer } from 'node:http';
import { closedBy } from '../../closing';
import { listening } from '../../listening';
import { makeDocument, writeDocuments } from '../harness/documents';
import { publishFlow, runFlow } from '../harness/flow';
import { outputs, type Item } from '../harness/rest/executions';
import { type BinaryMode, onVersion1, openSetup, type Setup } from '../harness/setup';
import { node, readFiles, tagPdf } from '../harness/workflow';

/** n8n 2 runs Code nodes in a task runner, a process of its own. */
const modes: BinaryMode[] = [
	...(['default', 'filesystem'] as const),
	...(onVersion1 ? [] : ['database' as const]),
];

const code = (jsCode: string, mode = 'runOnceForAllItems') =>
	node('Code', 'n8n-nodes-base.code', 2, { mode, jsCode });

/** Makes files of its own and copies of the file that it gets, each in an item that names it. */
const makeFiles = (base64: string) => `
	const { binary: { data: file } } = $input.first();
	const content = await this.helpers.getBinaryDataBuffer(0, 'data');
	const own = Buffer.from('${base64}', 'base64');
	const data = own.toString('base64');
	const { helpers } = this;
	const files = {
		untyped: { data, fileName: 'a.pdf' },
		nulls: { data, mimeType: null, fileName: null },
		buffer: { data: own, mimeType: 'application/pdf' },
		address: { data: 'data:application/pdf;base64,' + data },
		prepared: await helpers.prepareBinaryData(own, 'a.pdf', 'application/pdf'),
		oddlyTyped: await helpers.prepareBinaryData(own, 'Report v1.2', 'text/plain'),
		renamed: { ...file, fileName: 'b.pdf' },
		read: { data: content.toString('base64') },
		copied: { data: file.data, mimeType: file.mimeType, fileName: 'b.pdf' },
		text: await helpers.prepareBinaryData(Buffer.from(content.toString()), 'b.pdf'),
		latin1: await helpers.prepareBinaryData(Buffer.from(content.toString('latin1')), 'b.pdf'),
		raw: { data: content.toString('latin1'), fileName: 'b.pdf' },
		twice: { data: Buffer.from(data).toString('base64'), fileName: 'b.pdf' },
		empty: { mimeType: 'application/pdf', fileName: 'b.pdf' },
		nothing: null,
	};
	const logo = { data: '', mimeType: 'image/png', fileName: 'logo.png' };
	return Object.entries(files).map(([name, made]) => ({ json: { name }, binary: { made, logo } }));
`;

/** What the node says of each of them. */
const TOLD = {
	...{ untyped: 'tagged', nulls: 'tagged', buffer: 'tagged', address: 'tagged' },
	...{ prepared: 'tagged', oddlyTyped: 'tagged', renamed: 'tagged', read: 'tagged' },
	text: '"b.pdf" was read as text and is damaged',
	latin1: '"b.pdf" was read as text and is damaged',
	raw: '"b.pdf" is not encoded as Base64',
	twice: '"b.pdf" is a PDF as Base64 text',
	empty: '"b.pdf" has no content',
	nothing: "None of the item's 2 files is a PDF",
};
const COPIED = { default: 'tagged', filesystem: 'lost', database: 'lost' };

describe.each(modes)('Files from a Code node in binary data mode %s', (mode) => {
	let setup: Setup;
	const closing = closedBy(afterAll);
	beforeAll(async () => {
		setup = closing(await openSetup({ mode, sandbox: { processingMs: 20 } }));
	});
	afterEach(() => setup.sandbox.reset());

	/** Tags what the Code node returns. */
	const listNodes = async (jsCode: string, parameters: object = {}, each?: string) => [
		readFiles(await writeDocuments(setup.documents, 1)),
		code(jsCode, each),
		tagPdf(
			setup.credential,
			{ options: { keepInputData: 'json' }, ...parameters },
			{ onError: 'continueRegularOutput' },
		),
	];
	const makeAll = async () => makeFiles((await makeDocument('own')).toString('base64'));

	test('are tagged and paid for once each, or refused by name', async () => {
		const execution = await runFlow(setup, ...(await listNodes(await makeAll())));
		expect(execution.data.resultData.error).toBeUndefined();
		const made = outputs(execution, 'Code')[0] ?? [];
		const told = (outputs(execution, 'Tag PDF')[0] ?? []).map((item) => tell(item, made));
		const copied = COPIED[mode] === 'lost' ? '"b.pdf" has lost its content' : 'tagged';
		expect(Object.fromEntries(told)).toEqual({ ...TOLD, copied });
		expect(told).toHaveLength(Object.keys(TOLD).length + 1);
		expect(setup.sandbox.ledger.spent).toBe(2);
	});

	test('that it dropped are found in an earlier node by the expression that the error names', async () => {
		const drop = async (parameters: object) => {
			const nodes = await listNodes('return { json: {} };', parameters, 'runOnceForEachItem');
			const [item] = outputs(await runFlow(setup, ...nodes), 'Tag PDF')[0] ?? [];
			return item?.json;
		};
		expect(await drop({})).toMatchObject({ error: { message: 'The item has no file' } });
		const binaryPropertyName = "={{ $('Read Files').item.binary.data }}";
		expect(await drop({ binaryPropertyName })).toMatchObject({ job: { status: 'completed' } });
		for (const [odd, message] of [
			["=  {{ $('Read Files').item.binary.data }}", "'Input Binary Field' mixes text and a file"],
			["{{ $('Read Files').item.binary.data }}", "'Input Binary Field' is not an expression"],
			["={{ $('Read Files').item.binary }}", "'Input Binary Field' has no file"],
			["={{ $('Read Files').item.binary.data.data }}", "'Input Binary Field' has no file, but"],
		]) {
			const json = await drop({ binaryPropertyName: odd });
			expect(json).toMatchObject({ error: { code: 'INVALID_INPUT' } });
			expect((json?.error as { message: string }).message).toContain(message);
		}
	});

	test("that n8n's HTTP Request has read as text are refused before they are paid for", async () => {
		const pdf = await makeDocument('read as text');
		const server = createServer((_request, response) => response.end(pdf));
		closing(server);
		const options = {
			response: { response: { responseFormat: 'text', outputPropertyName: 'pdf' } },
		};
		const url = `http://${await listening(server)}/a.pdf`;
		const execution = await runFlow(
			setup,
			node('HTTP Request', 'n8n-nodes-base.httpRequest', 4.2, { url, options }),
			code(`
				const content = Buffer.from($input.first().json.pdf);
				const data = await this.helpers.prepareBinaryData(content, 'a.pdf');
				return [{ json: {}, binary: { data } }];
			`),
			tagPdf(setup.credential),
		);
		const { error } = execution.data.resultData;
		expect(error?.message).toBe('"a.pdf" was read as text and is damaged');
		expect(setup.sandbox.requests).toEqual([]);
	});

	// n8n 1 ignores this setting, and in memory n8n 2's Code node drops the files itself.
	test('are found where n8n 2 may keep them in the JSON', async () => {
		const nodes = await listNodes('return $input.all();');
		const flow = await publishFlow(setup, nodes, { settings: { binaryMode: 'combined' } });
		await flow.start();
		const execution = await flow.ended();
		const [item] = outputs(execution, 'Tag PDF')[0] ?? [];
		const drops = mode === 'default' && !onVersion1;
		expect(item?.json).toHaveProperty(drops ? 'error' : 'job');
	});
});

/** The name of the file that an output item came from, and what became of it. */
function tell({ json, pairedItem }: Item, made: readonly Item[]): [string, string] {
	const { item = 0 } = pairedItem as { item?: number };
	const { message = 'tagged' } = (json.error ?? {}) as { message?: string };
	return [String(made[item]?.json.name), message];
}
