import type {
	ICredentialDataDecryptedObject,
	ICredentialsDecrypted,
	INodeCredentialTestResult,
} from 'n8n-workflow';

/** Names of the fields in `TagPdfWebhookApi`. */
const SECRET_FIELDS = ['signingSecret', 'secondSigningSecret', 'thirdSigningSecret'];

/** All secrets that are set, without the spaces that copying adds. */
export function readSigningSecrets(data: ICredentialDataDecryptedObject): string[] {
	return SECRET_FIELDS.map((field) => toTrimmedText(data[field])).filter((secret) => secret !== '');
}

/** Texts that users may copy by mistake, and the message for each. */
const COPY_MISTAKES: Array<[pattern: RegExp, message: string]> = [
	[/^https?:/i, 'One of the secrets is a web address. Copy the secret, not the URL.'],
	[
		/^t=\d+,/,
		'One of the secrets is the signature of an event. Copy the secret of the endpoint instead.',
	],
	[/\s/, 'One of the secrets has a space or line break in it. Copy it again.'],
];

/**
 * Checks the secrets without an event. n8n shows the message beside the credential. Only the first event
 * shows whether the secrets belong to the endpoint.
 */
export function testSigningSecrets({
	data = {},
}: ICredentialsDecrypted): Promise<INodeCredentialTestResult> {
	const secrets = readSigningSecrets(data);
	const mistaken =
		toTrimmedText(data.signingSecret) === ''
			? 'Fill in Signing Secret: the Developers page shows it beside the endpoint.'
			: COPY_MISTAKES.find(([pattern]) => secrets.some((secret) => pattern.test(secret)))?.[1];
	return Promise.resolve(
		mistaken === undefined
			? {
					status: 'OK',
					message: 'The secret is filled in. The first event shows whether it is the right one.',
				}
			: { status: 'Error', message: mistaken },
	);
}

function toTrimmedText(value: unknown): string {
	return typeof value === 'string' ? value.trim() : '';
}
