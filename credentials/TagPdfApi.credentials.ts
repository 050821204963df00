import type {
	IAuthenticateRuleResponseCode,
	IAuthenticateRuleResponseSuccessBody,
	ICredentialDataDecryptedObject,
	ICredentialTestRequest,
	ICredentialType,
	IHttpRequestOptions,
	INodeProperties,
} from 'n8n-workflow';
import { UserError } from 'n8n-workflow';

import { normalizeBaseUrl } from '../nodes/client/service';

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
	{
		type: 'responseSuccessBody',
		properties: {
			key: 'credits_available',
			value: undefined,
			message: 'Something answers at this Base URL, but it is not the Document Tagging Service.',
		},
	},
];

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
			description: "Create one on the Developers page of the service's dashboard",
		},
		{
			displayName: 'Base URL',
			name: 'baseUrl',
			type: 'string',
			required: true,
			default: '',
			placeholder: 'e.g. https://api.example.com',
			description:
				'Address of the Document Tagging Service, as its dashboard shows it. A sandbox on this machine may be http://localhost.',
		},
	];

	/** Every call carries `Authorization: Bearer <API_KEY>` (interface 5.1), and only to safe addresses. */
	authenticate = (
		{ apiKey }: ICredentialDataDecryptedObject,
		request: IHttpRequestOptions,
	): Promise<IHttpRequestOptions> => {
		const target = normalizeBaseUrl(request.baseURL ?? request.url);
		if (!target.ok) throw new UserError(target.reason);
		const key = typeof apiKey === 'string' ? apiKey : '';
		return Promise.resolve({
			...request,
			...(request.baseURL === undefined ? {} : { baseURL: target.url }),
			headers: { ...request.headers, Authorization: `Bearer ${key}` },
		});
	};

	test: ICredentialTestRequest = {
		request: { baseURL: '={{ $credentials.baseUrl }}', url: '/v1/me' },
		rules: testRules as ICredentialTestRequest['rules'],
	};
}
