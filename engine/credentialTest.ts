import { CredentialTestContext } from 'n8n-core';
import type {
	ICredentialDataDecryptedObject,
	INodeCredentialTestResult,
	INodeType,
} from 'n8n-workflow';
import type { EngineCredentials } from './credentials';

/**
 * Runs the test of a credential as n8n's CredentialsTester does for a credential without a `test` of
 * its own: the function that a node names as `testedBy` (n8n 1.123, credentials-tester.service).
 */
export async function testCredential(
	nodes: INodeType[],
	credentials: EngineCredentials,
	type: string,
	typed: ICredentialDataDecryptedObject,
): Promise<INodeCredentialTestResult> {
	const test = nodes.map((node) => testedBy(node, type)).find((found) => found !== undefined);
	if (!test) return { status: 'Error', message: 'No testing function found for this credential.' };
	const data = credentials.withDefaults(typed, type);
	return await test.call(new CredentialTestContext(), { id: 'test', name: 'test', type, data });
}

function testedBy({ description, methods }: INodeType, type: string) {
	const name = description.credentials?.find((credential) => credential.name === type)?.testedBy;
	return typeof name === 'string' ? methods?.credentialTest?.[name] : undefined;
}
