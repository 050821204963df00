import type {
	ICredentialDataDecryptedObject,
	ICredentialType,
	IDataObject,
	IHttpRequestOptions,
	INodeProperties,
} from 'n8n-workflow';
import { UserError } from 'n8n-workflow';

import { addressForKey, normalizeApiKey } from '../nodes/client/service';

/**
 * Keeps a request with the key at the address that was looked at: no redirect, in the words of n8n's
 * HTTP helper and in those of the HTTP Request node, and nobody else with a certificate of their own.
 */
const ONLY_THERE = {
	baseURL: undefined,
	disableFollowRedirect: true,
	followRedirect: false,
	followAllRedirects: false,
	skipSslCertificateValidation: false,
	rejectUnauthorized: true,
};

/** A proxy of the service that serves others as well may choose among them by this header. */
function withoutHost(headers: IDataObject = {}): IDataObject {
	return Object.fromEntries(
		Object.entries(headers).filter(([name]) => name.trim().toLowerCase() !== 'host'),
	);
}

/** API key and address of the service. Tag PDF tests it, in the words that its runs have. */
export class TagPdfApi implements ICredentialType {
	name = 'tagPdfApi';

	displayName = 'Tag PDF API';

	icon = { light: 'file:../icons/tagPdf.svg', dark: 'file:../icons/tagPdf.dark.svg' } as const;

	documentationUrl = 'https://github.com/tag-pdf/n8n-nodes-tag-pdf#credentials';

	properties: INodeProperties[] = [
		{
			displayName: 'API Key',
			name: 'apiKey',
			type: 'string',
			typeOptions: { password: true },
			required: true,
			default: '',
			hint: "From the Developers page of the service's dashboard; not a signing secret",
			description: 'Key of your account at the Document Tagging Service',
		},
		{
			displayName: 'Base URL',
			name: 'baseUrl',
			type: 'string',
			required: true,
			default: '',
			placeholder: 'e.g. https://api.example.com',
			hint: 'Without a path. For the sandbox on this machine: http://localhost:4010',
			description: 'Address of the Document Tagging Service, as its dashboard shows it',
		},
	];

	/**
	 * Every call carries `Authorization: Bearer <API_KEY>` (interface 5.1), and only to the Base URL:
	 * whoever may use the credential in an HTTP Request node could read the key elsewhere.
	 */
	authenticate = (
		{ apiKey, baseUrl }: ICredentialDataDecryptedObject,
		request: IHttpRequestOptions,
	): Promise<IHttpRequestOptions> => {
		const target = addressForKey(baseUrl, request);
		if (!target.ok) throw new UserError(target.reason);
		return Promise.resolve({
			...request,
			...ONLY_THERE,
			...('uri' in request ? { uri: target.url } : {}),
			url: target.url,
			headers: {
				...withoutHost(request.headers),
				Authorization: `Bearer ${normalizeApiKey(apiKey)}`,
			},
		});
	};
}
