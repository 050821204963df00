import type {
	IAuthenticateRuleResponseCode,
	IAuthenticateRuleResponseSuccessBody,
	ICredentialDataDecryptedObject,
	ICredentialTestRequest,
	ICredentialType,
	IDataObject,
	IHttpRequestOptions,
	INodeProperties,
} from 'n8n-workflow';
import { UserError } from 'n8n-workflow';

import { addressForKey, normalizeApiKey } from '../nodes/client/service';

/** n8n tells the rules of a list apart by their type; its typings know lists of one type only. */
const testRules: Array<IAuthenticateRuleResponseCode | IAuthenticateRuleResponseSuccessBody> = [
	{
		type: 'responseCode',
		properties: {
			value: 401,
			message: 'The service does not accept this API key: it is missing, mistyped or revoked.',
		},
	},
	{
		type: 'responseCode',
		properties: {
			value: 404,
			message: 'The service is not at this Base URL. Use its address without any path.',
		},
	},
	...[301, 302, 303, 307, 308].map((value): IAuthenticateRuleResponseCode => ({
		type: 'responseCode',
		properties: {
			value,
			message:
				'The server at this Base URL redirects to another address, and the API key is not sent there. Use the address of the service itself.',
		},
	})),
	{
		type: 'responseSuccessBody',
		properties: {
			key: 'credits_available',
			value: undefined,
			message: 'Something answers at this Base URL, but it is not the Document Tagging Service.',
		},
	},
];

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
			hint: 'From the Developers page of your dashboard',
			description: 'Key of your account at the Document Tagging Service',
		},
		{
			displayName: 'Base URL',
			name: 'baseUrl',
			type: 'string',
			required: true,
			default: '',
			placeholder: 'e.g. https://api.example.com',
			hint: 'Without a path; a sandbox on this machine: http://localhost:4010',
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

	test: ICredentialTestRequest = {
		request: {
			baseURL: '={{ $credentials.baseUrl }}',
			url: '/v1/me',
			disableFollowRedirect: true,
		},
		rules: testRules as ICredentialTestRequest['rules'],
	};
}
