import type {
	ICredentialDataDecryptedObject,
	ICredentialTestRequest,
	ICredentialType,
	IHttpRequestOptions,
	INodeProperties,
} from 'n8n-workflow';
import { UserError } from 'n8n-workflow';

import { normalizeApiKey, resolveKeyAddress } from '../client/address';

/**
 * Fields of a request that a caller may set. All others are dropped, so that no field of any n8n version can
 * send the key elsewhere: n8n's HTTP helper and its HTTP Request node also know proxies, certificates,
 * agents, other credentials, and redirects.
 */
const ALLOWED_FIELDS = [
	...['method', 'headers', 'qs', 'qsStringifyOptions', 'useQuerystring', 'arrayFormat'],
	...['body', 'form', 'formData', 'json', 'encoding', 'useStream', 'gzip'],
	...['returnFullResponse', 'resolveWithFullResponse', 'ignoreHttpStatusErrors', 'simple'],
	...['timeout', 'abortSignal', 'allowedDomains'],
];

/**
 * Headers that a caller may set. All others are dropped: some servers and gateways take path, method or host from
 * headers such as `X-Original-URL`, and so do something else than what was checked here.
 */
const ALLOWED_HEADERS = [
	...['accept', 'accept-encoding', 'accept-language', 'cache-control', 'content-type'],
	...['idempotency-key', 'user-agent', 'x-request-id'],
];

/**
 * Fields that users set on purpose, so they are refused rather than dropped. The values are the names that the HTTP
 * Request node shows.
 */
const REFUSED_FIELDS = { proxy: 'Proxy', agentOptions: 'SSL Certificates' };

/** TRACE is missing: some servers and proxies answer it with the request's headers. */
const ALLOWED_METHODS = /^(GET|HEAD|OPTIONS|POST|PUT|PATCH|DELETE)$/i;

/**
 * Forbids redirects and servers with untrusted certificates. n8n has two HTTP clients, which have different names for
 * this.
 */
const CHECKED_SERVER_ONLY = {
	disableFollowRedirect: true,
	followRedirect: false,
	followAllRedirects: false,
	skipSslCertificateValidation: false,
	rejectUnauthorized: true,
};

/** @throws UserError if the request has an option or a method with which others could read the API key */
function checkRequest(request: object): void {
	const { method = 'GET', ...fields } = request as Record<string, unknown>;
	for (const [field, name] of Object.entries(REFUSED_FIELDS)) {
		// An option that is not set may be an empty object.
		if (Object.keys(Object(fields[field]) as object).length === 0) continue;
		throw new UserError(
			`The API key is not sent with the option '${name}', because others could read the key on the way. Remove the option. A proxy that n8n's administrator has set up is still used.`,
		);
	}
	if (typeof method === 'string' && ALLOWED_METHODS.test(method)) return;
	throw new UserError(
		'The API key is not sent with this HTTP method. Use GET or POST, for example.',
	);
}

/** Messages for the statuses that the service may answer. */
const STATUS_MESSAGES: Array<[statuses: number[], message: string]> = [
	[
		[401],
		"The service does not accept the API key. It is missing, mistyped or revoked. Check the 'API Key'; keys are created on the service's Developers page.",
	],
	[
		[404],
		"The service is not at this 'Base URL' (404). Check its host and its port; it has no path.",
	],
	[
		[301, 302, 303, 307, 308],
		"The 'Base URL' redirects to another address. The API key is not sent there. Enter the address of the service itself.",
	],
	[
		[429],
		'The rate limit of this API key is reached. The key was not tested. Try again in a minute.',
	],
	[[500, 502, 503, 504], 'The service is not available. The key was not tested. Try again later.'],
];

const TEST_RULES = [
	...STATUS_MESSAGES.flatMap(([statuses, message]) =>
		statuses.map((value) => ({ type: 'responseCode', properties: { value, message } })),
	),
	{
		type: 'responseSuccessBody' as const,
		properties: {
			// Every account has this field (interface 4.1); other web pages do not.
			key: 'credits_available',
			value: undefined,
			message:
				"This address answers, but not like the Document Tagging Service. Check the 'Base URL'. If it is right, a proxy may have answered: try again later.",
		},
	},
	// n8n applies both kinds of rules in one list; its type allows only one.
] as ICredentialTestRequest['rules'];

/**
 * API key and address of the service, and the signing secrets of webhook endpoints. The secrets are never sent:
 * `authenticate` does not read them, and Tag PDF Trigger checks signatures with them.
 */
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
			hint: "From the Developers page of the service's dashboard",
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
		{
			displayName: 'Signing Secret for Production URL',
			name: 'productionSigningSecret',
			type: 'string',
			typeOptions: { password: true },
			default: '',
			hint: 'Only for Tag PDF Trigger: secret of the endpoint with its Production URL. The first event tests it.',
			description:
				'The Developers page of the service shows it beside the endpoint. Each endpoint has its own secret.',
		},
		{
			displayName: 'Signing Secret for Test URL',
			name: 'testSigningSecret',
			type: 'string',
			typeOptions: { password: true },
			default: '',
			hint: 'Only for Tag PDF Trigger: secret of the endpoint with its Test URL. The first event tests it.',
			description:
				'The Developers page of the service shows it beside the endpoint. Each endpoint has its own secret.',
		},
		{
			displayName: 'Other Signing Secret 1',
			name: 'otherSigningSecret1',
			type: 'string',
			typeOptions: { password: true },
			default: '',
			hint: 'Only for Tag PDF Trigger: secret of an endpoint of another workflow, or a new secret',
			description:
				'All secrets are tried for each event. To replace a secret, enter the new one here, and clear the old one later.',
		},
		{
			displayName: 'Other Signing Secret 2',
			name: 'otherSigningSecret2',
			type: 'string',
			typeOptions: { password: true },
			default: '',
			hint: 'Only for Tag PDF Trigger: secret of an endpoint of another workflow, or a new secret',
			description:
				'All secrets are tried for each event. For more endpoints, create another credential.',
		},
	];

	/**
	 * Every call carries `Authorization: Bearer <API_KEY>` (interface 5.1), but only to the Base URL. Otherwise
	 * users of the credential could send the key to their own server with an HTTP Request node.
	 */
	authenticate = (
		{ apiKey, baseUrl }: ICredentialDataDecryptedObject,
		request: IHttpRequestOptions,
	): Promise<IHttpRequestOptions> => {
		const target = resolveKeyAddress(baseUrl, request);
		if (!target.ok) throw new UserError(target.reason);
		checkRequest(request);
		const checked = normalizeApiKey(apiKey);
		if (!checked.ok) throw new UserError(`${checked.reason} Copy it again.`);
		const fields = Object.entries(request).filter(([field]) => ALLOWED_FIELDS.includes(field));
		const headers = Object.entries(request.headers ?? {}).filter(([name]) =>
			ALLOWED_HEADERS.includes(name.trim().toLowerCase()),
		);
		return Promise.resolve({
			...Object.fromEntries(fields),
			...CHECKED_SERVER_ONLY,
			...('uri' in request ? { uri: target.url } : {}),
			url: target.url,
			headers: {
				...Object.fromEntries(headers),
				Authorization: `Bearer ${checked.key}`,
			},
		});
	};

	/** Reads the account (interface 4.1), free. Some n8n versions, such as 1.123, ignore rules for statuses. */
	test: ICredentialTestRequest = {
		request: { baseURL: '={{ $credentials.baseUrl }}', url: '/v1/me' },
		rules: TEST_RULES,
	};
}
