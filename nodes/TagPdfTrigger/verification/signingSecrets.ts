import type {
	ICredentialDataDecryptedObject,
	ICredentialsDecrypted,
	INodeCredentialTestResult,
} from 'n8n-workflow';

/** The credential's fields; the names are those of `TagPdfWebhookApi`. */
const FIELDS = ['signingSecret', 'secondSigningSecret', 'thirdSigningSecret'];

/** Every secret that is filled in, without the spaces that copying adds. */
export function signingSecrets(data: ICredentialDataDecryptedObject): string[] {
	return FIELDS.map((field) => text(data[field])).filter((secret) => secret !== '');
}

/**
 * What can be said of the secrets without an event: n8n shows the message beside the credential.
 * Whether they belong to the endpoint shows when the first event comes.
 */
export async function testSigningSecrets({
	data = {},
}: ICredentialsDecrypted<ICredentialDataDecryptedObject>): Promise<INodeCredentialTestResult> {
	if (text(data.signingSecret) === '') {
		return refuse('Fill in Signing Secret: the Developers page shows it beside the endpoint.');
	}
	for (const secret of signingSecrets(data)) {
		if (/^https?:/i.test(secret)) {
			return refuse('One of the secrets is a web address. Copy the secret, not the URL.');
		}
		if (/^t=\d+,/.test(secret)) {
			return refuse('One of the secrets is a signature of a single event. Copy the secret.');
		}
		if (/\s/.test(secret)) {
			return refuse('One of the secrets has a space or line break in it. Copy it again.');
		}
	}
	return {
		status: 'OK',
		message: 'The secret is filled in. The first event shows whether it is that of the endpoint.',
	};
}

function refuse(message: string): INodeCredentialTestResult {
	return { status: 'Error', message };
}

function text(value: unknown): string {
	return typeof value === 'string' ? value.trim() : '';
}
