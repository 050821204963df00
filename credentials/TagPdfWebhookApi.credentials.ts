import type { ICredentialType, INodeProperties } from 'n8n-workflow';

/**
 * Secrets of webhook endpoints. No part of them is ever sent; Tag PDF Trigger checks signatures with
 * them, and also tests the credential.
 */
export class TagPdfWebhookApi implements ICredentialType {
	name = 'tagPdfWebhookApi';

	displayName = 'Tag PDF Webhook API';

	icon = { light: 'file:../icons/tagPdf.svg', dark: 'file:../icons/tagPdf.dark.svg' } as const;

	documentationUrl = 'https://github.com/tag-pdf/n8n-nodes-tag-pdf/blob/main/docs/webhooks.md';

	properties: INodeProperties[] = [
		{
			displayName: 'Signing Secret',
			name: 'signingSecret',
			type: 'string',
			typeOptions: { password: true },
			required: true,
			default: '',
			description:
				"Secret of the endpoint that holds this workflow's production URL. The Developers page of the service shows it when you add the endpoint.",
		},
		{
			displayName: 'Signing Secret of the Test Endpoint',
			name: 'testSigningSecret',
			type: 'string',
			typeOptions: { password: true },
			default: '',
			description:
				'Secret of the endpoint that holds the test URL, if you have added one. Each endpoint has a secret of its own.',
		},
		{
			displayName: 'Previous Signing Secret',
			name: 'previousSigningSecret',
			type: 'string',
			typeOptions: { password: true },
			default: '',
			description:
				'While you replace a secret: the old one, so that no event is refused meanwhile. Remove it afterwards.',
		},
	];
}
