import type { ICredentialType, INodeProperties } from 'n8n-workflow';

/**
 * Secrets of webhook endpoints. They are never sent. Tag PDF Trigger checks signatures with them, and also
 * tests the credential.
 */
export class TagPdfWebhookApi implements ICredentialType {
	name = 'tagPdfWebhookApi';

	displayName = 'Tag PDF Webhook API';

	icon = { light: 'file:../icons/tagPdf.svg', dark: 'file:../icons/tagPdf.dark.svg' } as const;

	documentationUrl = 'https://github.com/tag-pdf/n8n-nodes-tag-pdf/blob/main/docs/trigger.md';

	properties: INodeProperties[] = [
		{
			displayName: 'Signing Secret',
			name: 'signingSecret',
			type: 'string',
			typeOptions: { password: true },
			required: true,
			default: '',
			hint: "Add the trigger's Test URL as an endpoint on the service's Developers page, which then shows this secret",
			description:
				"The Developers page of the service shows it beside the endpoint that has this workflow's URL",
		},
		{
			displayName: 'Second Signing Secret',
			name: 'secondSigningSecret',
			type: 'string',
			typeOptions: { password: true },
			default: '',
			hint: 'Secret of a second endpoint, such as the one with the Production URL',
			description:
				'Each endpoint has its own secret, so the Test URL and the Production URL need two. You can also keep an old secret here.',
		},
		{
			displayName: 'Third Signing Secret',
			name: 'thirdSigningSecret',
			type: 'string',
			typeOptions: { password: true },
			default: '',
			description: 'Another secret, such as an old one while you replace it. Remove it afterwards.',
		},
	];
}
