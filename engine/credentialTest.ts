import { ExecuteContext, RoutingNode } from 'n8n-core';
import {
	type ICredentialDataDecryptedObject,
	type ICredentialTestRequest,
	type INode,
	type INodeType,
	Workflow,
	createEmptyRunExecutionData,
} from 'n8n-workflow';
import { additionalData } from './additionalData';
import type { EngineCredentials } from './credentials';
import { EngineNodeTypes } from './nodeTypes';

/** What the credential window shows after Test. */
export interface CredentialTestResult {
	status: 'OK' | 'Error';
	message: string;
}

/**
 * Runs a credential's `test` request as n8n's CredentialsTester does: through a declarative node
 * made for it, with the credential's own `authenticate` (n8n 1.123, credentials-tester.service).
 */
export async function testCredential(
	credentials: EngineCredentials,
	type: string,
	data: ICredentialDataDecryptedObject,
): Promise<CredentialTestResult> {
	const { test } = credentials.typeNamed(type);
	if (!test) return { status: 'Error', message: 'No testing function found for this credential.' };
	try {
		const response = await routingNode(credentials, type, data, test).runNode();
		const body = response?.[0]?.[0]?.json ?? {};
		for (const { type: ruleType, properties } of test.rules ?? []) {
			if (ruleType !== 'responseSuccessBody' || body[properties.key] !== properties.value) continue;
			return { status: 'Error', message: properties.message };
		}
		return { status: 'OK', message: 'Connection successful!' };
	} catch (error) {
		return { status: 'Error', message: messageOf(error as RequestError, test) };
	}
}

function routingNode(
	credentials: EngineCredentials,
	type: string,
	data: ICredentialDataDecryptedObject,
	test: ICredentialTestRequest,
) {
	const nodeType = nodeTypeFor(type, test);
	const node: INode = {
		id: 'temp',
		parameters: {},
		name: 'Temp-Node',
		type: 'test',
		typeVersion: 1,
		position: [0, 0],
		credentials: { [type]: { id: 'test', name: 'test' } },
	};
	const nodeTypes = new EngineNodeTypes({ test: nodeType });
	const workflow = new Workflow({ nodes: [node], connections: {}, active: false, nodeTypes });
	const context = new ExecuteContext(
		workflow,
		node,
		additionalData(credentials, 'test'),
		'internal',
		createEmptyRunExecutionData(),
		0,
		[],
		{ main: [[{ json: {} }]] },
		{ node, data: {}, source: null },
		[],
	);
	return new RoutingNode(context, nodeType, {
		id: 'test',
		name: 'test',
		type,
		data: credentials.withDefaults(data, type),
	});
}

function nodeTypeFor(type: string, { request }: ICredentialTestRequest): INodeType {
	return {
		description: {
			displayName: 'Test',
			name: 'test',
			group: ['transform'],
			version: 1,
			description: 'Sends the test request',
			defaults: { name: 'Test' },
			inputs: ['main'],
			outputs: ['main'],
			credentials: [{ name: type, required: true }],
			properties: [
				{ displayName: 'Temp', name: 'temp', type: 'string', default: '', routing: { request } },
			],
		},
	};
}

/** What n8n's HTTP client throws, as far as n8n looks at it. */
interface RequestError extends Error {
	cause?: { code?: string; response?: { status: number; statusText?: string } };
}

/** n8n 1.123's texts: a rule's message, the HTTP status text, the network code, or the message. */
function messageOf(error: RequestError, { rules }: ICredentialTestRequest): string {
	const { code, response } = error.cause ?? {};
	if (!response) return code ?? error.message;
	const rule = rules?.find(
		({ type, properties }) => type === 'responseCode' && properties.value === response.status,
	);
	if (rule) return rule.properties.message;
	return response.statusText || `Received HTTP status code: ${response.status}`;
}
