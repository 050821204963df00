import type { Sandbox } from '../../../../sandbox';
import type { Session } from './session';

/** A reference to a stored credential, as nodes hold it. */
export interface CredentialReference {
	readonly id: string;
	readonly name: string;
}

/** Result of a credential's Test button. */
export interface CredentialTest {
	readonly status: 'OK' | 'Error';
	readonly message: string;
}

type Data = Record<string, unknown>;

/** API key and address of a sandbox's first account, as the credential *Tag PDF API* has them. */
export function serviceOf({ accounts, url }: Pick<Sandbox, 'accounts' | 'url'>) {
	return { apiKey: accounts[0].apiKey, baseUrl: url };
}

/** Stores a credential of a type, e.g. `tagPdfApi`. */
export async function addCredential(
	session: Session,
	type: string,
	name: string,
	data: Data,
): Promise<CredentialReference> {
	const { id } = await session.call<{ id: string }>('POST', '/rest/credentials', {
		type,
		name,
		data,
	});
	return { id, name };
}

/** Stores a credential, or replaces the data of the credential with the same type and name. */
export async function putCredential(
	session: Session,
	type: string,
	name: string,
	data: Data,
): Promise<CredentialReference> {
	const stored = await session.call<Array<CredentialReference & { readonly type: string }>>(
		'GET',
		'/rest/credentials',
	);
	const found = stored.find((each) => each.type === type && each.name === name);
	if (!found) return await addCredential(session, type, name, data);
	await changeCredential(session, type, found, data);
	return { id: found.id, name };
}

/** Replaces the data of a stored credential. */
export async function changeCredential(
	session: Session,
	type: string,
	{ id, name }: CredentialReference,
	data: Data,
): Promise<void> {
	await session.call('PATCH', `/rest/credentials/${id}`, { type, name, data });
}

/** Presses the Test button of a stored credential. */
export async function testCredential(
	session: Session,
	type: string,
	reference: CredentialReference,
	data: Data,
): Promise<CredentialTest> {
	const credentials = { ...reference, type, data };
	return await session.call('POST', '/rest/credentials/test', { credentials });
}
