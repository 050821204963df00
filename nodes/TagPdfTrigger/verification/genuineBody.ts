import type { IWebhookFunctions } from 'n8n-workflow';

import { clock } from '../../n8n/clock';
import { getNodeKey, getUnixSeconds } from '../context';
import { logRefusal, type Reason } from '../refusals';
import { SECRETS_LIMITS, SecretsMemory } from './secretsMemory';
import { readSigningSecrets } from './signingSecrets';
import { DEFAULT_TOLERANCE_S, readSignature, SIGNATURE_HEADER, verifySignature } from './signature';

const secretsMemory = new SecretsMemory(clock, SECRETS_LIMITS);

/** The raw body of a delivery that the service has signed; otherwise the reason, which is logged. */
export async function readGenuineBody(context: IWebhookFunctions): Promise<Buffer | Reason> {
	const verdict = await verifyDelivery(context);
	if (!Buffer.isBuffer(verdict)) logRefusal(context, verdict);
	return verdict;
}

/**
 * Refuses obvious forgeries before it reads the credential: anybody can send them, and each reading costs
 * n8n a database query.
 *
 * @throws if n8n cannot read the credential, e.g. while its database is busy: the delivery cannot be
 * judged then, and the service sends it again (interface 4.6)
 */
async function verifyDelivery(context: IWebhookFunctions): Promise<Buffer | Reason> {
	const credential = context.getNode().credentials?.tagPdfWebhookApi;
	if (!credential) return 'unset';
	const request = context.getRequestObject();
	const delivery = {
		headers: request.headersDistinct[SIGNATURE_HEADER] ?? [],
		now: getUnixSeconds(),
		tolerance: Number(context.getNodeParameter('options.timestampTolerance', DEFAULT_TOLERANCE_S)),
	};
	const claim = readSignature(delivery);
	if (typeof claim === 'string') return claim;
	const body = await getRawBody(request);
	if (body === undefined) return 'unreadable';
	const verdict = await secretsMemory.verify(
		JSON.stringify([getNodeKey(context), credential.id, credential.name]),
		async () => readSigningSecrets(await context.getCredentials('tagPdfWebhookApi')),
		(secrets) => (secrets.length === 0 ? 'unset' : verifySignature({ ...delivery, body, secrets })),
	);
	return verdict === 'genuine' ? body : verdict;
}

/** n8n keeps the raw body or reads it on demand, except for multipart bodies. */
async function getRawBody(request: {
	rawBody?: Buffer;
	readRawBody?: () => Promise<void>;
}): Promise<Buffer | undefined> {
	if (request.rawBody === undefined) await request.readRawBody?.().catch(() => undefined);
	return request.rawBody;
}
