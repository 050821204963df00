import { createHash } from 'crypto';
import type { ICredentialDataDecryptedObject, IExecuteFunctions } from 'n8n-workflow';

import { normalizeApiKey, normalizeBaseUrl } from '../../client/address';
import { InputError } from './inputError';

export const API_CREDENTIAL = 'tagPdfApi';

/** The API credential of one item. */
export interface ApiCredential {
	/** As n8n decrypted it, with the expressions of this item. */
	data: ICredentialDataDecryptedObject;
	/** As `normalizeApiKey` returns it. */
	apiKey: string;
	/** As `normalizeBaseUrl` returns it. */
	baseUrl: string;
	/** Identifies the key and its address; never stored or shown. */
	hash: string;
}

/** For operations that never call the service. */
export const NO_CREDENTIAL: ApiCredential = { data: {}, apiKey: '', baseUrl: '', hash: '' };

/**
 * Reads the credential for one item. Its fields may be expressions, so each item may have different values.
 *
 * @throws InputError if its base URL is refused, or n8n's error if it cannot be read
 */
export async function getApiCredential(
	context: IExecuteFunctions,
	itemIndex: number,
): Promise<ApiCredential> {
	const data = await context.getCredentials(API_CREDENTIAL, itemIndex);
	const baseUrl = normalizeBaseUrl(data.baseUrl);
	if (!baseUrl.ok) {
		throw new InputError({
			message: baseUrl.reason,
			description: "Change the 'Base URL' in the credential.",
		});
	}
	const apiKey = normalizeApiKey(data.apiKey);
	const hash = createHash('sha256').update(`${baseUrl.url}\n${apiKey}`).digest('hex');
	return { data, apiKey, baseUrl: baseUrl.url, hash };
}
