import type { WorkflowDefinition, WorkflowNode } from '../../test/host/harness/rest/workflows';
import type { Sandbox } from '../../sandbox';
import { node, readFiles, target } from '../../test/host/harness/workflow';

const HTTP = 'n8n-nodes-base.httpRequest';
/** Fields of a presigned POST. All of them must precede the file (interface 2.2). */
const FIELDS = [
	...['key', 'Content-Type', 'success_action_status', 'x-amz-algorithm', 'x-amz-credential'],
	...['x-amz-date', 'policy', 'x-amz-signature'],
];

/** Options of the workflow besides its requests. */
export interface HttpRequestOptions {
	/** Seconds between two polls of a job. */
	waitSeconds: number;
	/** Whether Loop Over Items processes the documents one by one. */
	loop?: boolean;
}

/**
 * Builds a workflow from n8n's own nodes, as its templates do: an upload, a submission, and a loop of
 * Wait, poll and If until there is a result. Its node `Download` outputs the tagged PDF.
 *
 * @param pattern files to tag
 */
export function httpRequestWorkflow(
	event: WorkflowNode,
	{ url, accounts }: Pick<Sandbox, 'url' | 'accounts'>,
	pattern: string,
	{ waitSeconds, loop = false }: HttpRequestOptions,
): WorkflowDefinition {
	const authorization = { name: 'Authorization', value: `Bearer ${accounts[0].apiKey}` };
	const call = (name: string, method: 'GET' | 'POST', path: string, body?: string) =>
		node(name, HTTP, 4.2, {
			method,
			url: `=${url}${path}`,
			sendHeaders: true,
			headerParameters: { parameters: [authorization] },
			...(body && { sendBody: true, specifyBody: 'json', jsonBody: body }),
			options: {},
		});
	const files = readFiles(pattern);
	const each = node('Loop Over Items', 'n8n-nodes-base.splitInBatches', 3, { options: {} });
	const presign = call(
		'Request Upload',
		'POST',
		'/v1/uploads',
		'={{ JSON.stringify({ filename: $binary.data.fileName }) }}',
	);
	const join = node('Merge', 'n8n-nodes-base.merge', 3, {
		mode: 'combine',
		combineBy: 'combineByPosition',
		options: {},
	});
	const submit = call(
		'Submit',
		'POST',
		'/v1/jobs',
		'={{ JSON.stringify({ key: $("Merge").item.json.key }) }}',
	);
	const wait = node('Wait', 'n8n-nodes-base.wait', 1.1, { amount: waitSeconds });
	const look = call('Get Job', 'GET', '/v1/jobs/{{ $json.id }}');
	const result = call('Get Result', 'GET', '/v1/jobs/{{ $json.id }}/result');
	const download = node('Download', HTTP, 4.2, {
		url: '={{ $json.result_url }}',
		options: { response: { response: { responseFormat: 'file' } } },
	});
	const store = upload();
	const isDone = done();
	const to = (...nodes: WorkflowNode[]) => nodes.map((next) => target(next));
	const first = loop ? each : files;
	const work = [target(presign), { ...target(join), index: 1 }];
	return {
		name: 'HTTP Request',
		nodes: [
			event,
			files,
			presign,
			join,
			store,
			submit,
			wait,
			look,
			isDone,
			result,
			download,
		].concat(loop ? [each] : []),
		connections: {
			[event.name]: { main: [to(files)] },
			...(loop && { [files.name]: { main: [to(each)] }, [download.name]: { main: [to(each)] } }),
			[first.name]: { main: loop ? [[], work] : [work] },
			[presign.name]: { main: [to(join)] },
			[join.name]: { main: [to(store)] },
			[store.name]: { main: [to(submit)] },
			[submit.name]: { main: [to(wait)] },
			[wait.name]: { main: [to(look)] },
			[look.name]: { main: [to(isDone)] },
			[isDone.name]: { main: [to(result), to(wait)] },
			[result.name]: { main: [to(download)] },
		},
	};
}

function upload(): WorkflowNode {
	const fields = FIELDS.map((name) => ({ name, value: `={{ $json.fields["${name}"] }}` }));
	const file = { parameterType: 'formBinaryData', name: 'file', inputDataFieldName: 'data' };
	return node('Upload', HTTP, 4.2, {
		method: 'POST',
		url: '={{ $json.upload_url }}',
		sendBody: true,
		contentType: 'multipart-form-data',
		bodyParameters: { parameters: [...fields, file] },
		options: {},
	});
}

function done(): WorkflowNode {
	const condition = {
		leftValue: '={{ $json.status }}',
		rightValue: 'completed',
		operator: { type: 'string', operation: 'equals' },
	};
	const options = { caseSensitive: true, leftValue: '', typeValidation: 'strict', version: 2 };
	return node('If', 'n8n-nodes-base.if', 2.2, {
		conditions: { options, conditions: [condition], combinator: 'and' },
		options: {},
	});
}
