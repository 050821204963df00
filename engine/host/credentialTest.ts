import { CredentialTestContext, ExecuteContext, RoutingNode } from 'n8n-core';
import {
	createRunExecutionData,
	type ICredentialDataDecryptedObject,
	type ICredentialsDecrypted,
	type ICredentialTestRequest,
	type INodeCredentialTestResult,
	type INodeType,
	Workflow,
} from 'n8n-workflow';
import { additionalData } from './additionalData';
import type { EngineCredentials } from './credentials';
import { EngineNodeTypes } from './nodeTypes';

type Rule = NonNullable<ICredentialTestRequest['rules']>[number];

/**
 * Tests a credential as n8n's CredentialsTester does (n8n 1.123, credentials-tester.service). It uses the
 * request in the credential's class, or else the function that a node names as `testedBy`.
 */
export async function testCredential(
	nodes: INodeType[],
	credentials: EngineCredentials,
	type: string,
	typed: ICredentialDataDecryptedObject,
): Promise<INodeCredentialTestResult> {
	const data = credentials.withDefaults(typed, type);
	const decrypted = { id: 'test', name: 'test', type, data };
	const { test } = credentials.typeNamed(type);
	if (test) return await testByRequest(test, credentials, decrypted);
	const testedBy = nodes.map((node) => testOf(node, type)).find((found) => found !== undefined);
	if (testedBy) return await testedBy.call(new CredentialTestContext(), decrypted);
	return { status: 'Error', message: 'No testing function found for this credential.' };
}

function testOf({ description, methods }: INodeType, type: string) {
	const name = description.credentials?.find((credential) => credential.name === type)?.testedBy;
	return typeof name === 'string' ? methods?.credentialTest?.[name] : undefined;
}

async function testByRequest(
	{ request, rules = [] }: ICredentialTestRequest,
	credentials: EngineCredentials,
	decrypted: ICredentialsDecrypted,
): Promise<INodeCredentialTestResult> {
	try {
		const [[{ json }]] = (await routingNode(request, credentials, decrypted).runNode()) as [
			[{ json: unknown }],
		];
		const broken = rules.find(
			(rule) =>
				rule.type === 'responseSuccessBody' &&
				(json as Record<string, unknown> | null)?.[rule.properties.key] === rule.properties.value,
		);
		return broken ? failed(broken) : { status: 'OK', message: 'Connection successful!' };
	} catch (error) {
		return explain(error as RequestError, rules);
	}
}

interface RequestError extends Error {
	cause?: { code?: string; response?: { status: number; statusText: string } };
}

function explain({ cause, message }: RequestError, rules: Rule[]): INodeCredentialTestResult {
	if (!cause?.response) return { status: 'Error', message: cause?.code ?? message };
	const { status, statusText } = cause.response;
	const rule = rules.find(
		({ type, properties }) => type === 'responseCode' && properties.value === status,
	);
	if (rule) return failed(rule);
	return { status: 'Error', message: statusText || `Received HTTP status code: ${status}` };
}

function failed({ properties }: Rule): INodeCredentialTestResult {
	return { status: 'Error', message: properties.message };
}

/** A declarative node that sends one request with the credential. */
function routingNode(
	request: ICredentialTestRequest['request'],
	credentials: EngineCredentials,
	decrypted: ICredentialsDecrypted,
): RoutingNode {
	const nodeType: INodeType = {
		description: {
			displayName: 'Test',
			name: 'test',
			group: [],
			version: 1,
			description: '',
			defaults: {},
			inputs: [],
			outputs: [],
			credentials: [{ name: decrypted.type, required: true }],
			properties: [
				{ displayName: 'Temp', name: 'temp', type: 'string', routing: { request }, default: '' },
			],
		},
	};
	const node = {
		id: 'temp',
		name: 'Test',
		type: 'test',
		typeVersion: 1,
		position: [0, 0] as [number, number],
		parameters: {},
		credentials: { [decrypted.type]: { id: decrypted.id, name: decrypted.name } },
	};
	const nodeTypes = new EngineNodeTypes({ test: nodeType });
	const workflow = new Workflow({ nodes: [node], connections: {}, active: false, nodeTypes });
	const context = new ExecuteContext(
		workflow,
		node,
		additionalData(credentials, 'test'),
		'internal',
		createRunExecutionData({}),
		0,
		[],
		{ main: [[{ json: {} }]] },
		{ node, data: {}, source: null },
		[],
	);
	return new RoutingNode(context, nodeType, decrypted);
}
