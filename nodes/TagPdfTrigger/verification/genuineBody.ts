import type { IWebhookFunctions } from 'n8n-workflow';

import { logName, unixSeconds } from '../context';
import { signingSecrets } from './signingSecrets';
import { verifySignature, type Verdict } from './signature';

/** Node gives header names in lower case. */
const SIGNATURE_HEADER = 'x-service-signature';

/** Why a delivery is not genuine, and what to do: for the log alone. */
const REASONS: Record<Exclude<Verdict, 'genuine'> | 'unset' | 'unreadable', string> = {
	unset:
		'no signing secret is set. Choose a Tag PDF Webhook API credential in the node and fill in the signing secret that the Developers page of the service shows for this URL.',
	unreadable: 'its body cannot be read as raw bytes, as multipart bodies cannot.',
	missing: 'it has no X-Service-Signature header. It does not come from the service.',
	malformed: 'its X-Service-Signature header is not of the form t=<unix_seconds>,v1=<hmac>.',
	wrong:
		'its signature is by none of the signing secrets in the credential. If it does come from the service, copy the secret of the endpoint that has this URL again; the test URL has an endpoint and a secret of its own.',
	expired:
		'its timestamp is outside the Timestamp Tolerance. It is an old delivery sent again, or the clock of this machine is off.',
};

/** The raw body of a delivery that the service has signed; else none, and the log tells why. */
export async function genuineBody(context: IWebhookFunctions): Promise<Buffer | undefined> {
	const request = context.getRequestObject();
	const secrets = await secretsOf(context);
	const body = await rawBodyOf(request);
	const verdict = body
		? verifySignature({
				headers: request.headersDistinct[SIGNATURE_HEADER] ?? [],
				body,
				secrets,
				now: unixSeconds(),
				tolerance: Number(context.getNodeParameter('options.timestampTolerance', 300)),
			})
		: 'unreadable';
	if (verdict === 'genuine') return body;
	const reason = REASONS[secrets.length === 0 ? 'unset' : verdict];
	context.logger.warn(`${logName(context)} refused a delivery: ${reason}`);
	return undefined;
}

/** n8n keeps the raw body, or reads it on demand; of a multipart body it keeps nothing. */
async function rawBodyOf(request: {
	rawBody?: Buffer;
	readRawBody?: () => Promise<void>;
}): Promise<Buffer | undefined> {
	if (request.rawBody === undefined) await request.readRawBody?.().catch(() => undefined);
	return request.rawBody;
}

/**
 * None when no credential is chosen: nothing is genuine then.
 *
 * @throws when n8n cannot read the credential, e.g. while its database is busy: the delivery is not
 * to be judged then, and the service sends it again (interface 4.6)
 */
async function secretsOf(context: IWebhookFunctions): Promise<string[]> {
	if (!context.getNode().credentials?.tagPdfWebhookApi) return [];
	return signingSecrets(await context.getCredentials('tagPdfWebhookApi'));
}
