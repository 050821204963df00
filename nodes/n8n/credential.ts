import { createHash } from 'crypto';
import type { ICredentialDataDecryptedObject, IExecuteFunctions } from 'n8n-workflow';

import { normalizeApiKey, normalizeBaseUrl } from '../client/service';
import { InputError } from './errors';

export const API_CREDENTIAL = 'tagPdfApi';

/** The API credential as one item has it. */
export interface ApiCredential {
	/** As n8n decrypted it, with the expressions of this item. */
	data: ICredentialDataDecryptedObject;
	/** As `normalizeApiKey` gives it. */
	apiKey: string;
	/** As `normalizeBaseUrl` gives it. */
	baseUrl: string;
	/** The same for the same key at the same address; never stored or shown. */
	mark: string;
}

/** Of what asks nothing of the service. */
export const NO_CREDENTIAL: ApiCredential = { data: {}, apiKey: '', baseUrl: '', mark: '' };

/**
 * Reads the credential for one item: its fields may be expressions, and then each item has a
 * credential of its own.
 *
 * @throws InputError when its base URL is refused, or what n8n throws when it cannot be read
 */
export async function apiCredential(
	context: IExecuteFunctions,
	itemIndex: number,
): Promise<ApiCredential> {
	return readCredential(await context.getCredentials(API_CREDENTIAL, itemIndex));
}

/**
 * The credential from its fields.
 *
 * @throws InputError when its base URL is refused
 */
export function readCredential(data: ICredentialDataDecryptedObject): ApiCredential {
	const baseUrl = normalizeBaseUrl(data.baseUrl);
	if (!baseUrl.ok) {
		throw new InputError({
			message: baseUrl.reason,
			description: 'Change the Base URL in the credential.',
		});
	}
	const apiKey = normalizeApiKey(data.apiKey);
	const mark = createHash('sha256').update(`${baseUrl.url}\n${apiKey}`).digest('hex');
	return { data, apiKey, baseUrl: baseUrl.url, mark };
}
