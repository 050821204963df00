import type { IWebhookFunctions } from 'n8n-workflow';

import { clock } from '../../n8n/clock';
import { nodeKey, unixSeconds } from '../context';
import { tellRefusal, type Reason } from '../refusals';
import { SecretsMemory } from './secretsMemory';
import { signingSecrets } from './signingSecrets';
import { claimOf, verifySignature } from './signature';

/** Node gives header names in lower case. */
const SIGNATURE_HEADER = 'x-service-signature';

/** How long a removed secret lives on is in docs/trigger.md. */
const secretsMemory = new SecretsMemory(clock, {
	lifetimeMs: 30_000,
	pauseMs: 1_000,
	capacity: 1_000,
});

/** The raw body of a delivery that the service has signed; else why it is refused, and the log tells. */
export async function genuineBody(context: IWebhookFunctions): Promise<Buffer | Reason> {
	const judged = await judge(context);
	if (!Buffer.isBuffer(judged)) tellRefusal(context, judged);
	return judged;
}

/**
 * What cannot be genuine is refused before the credential is read: that costs n8n a look into its
 * database, and anybody can send what is not signed.
 *
 * @throws when n8n cannot read the credential, e.g. while its database is busy: the delivery is not
 * to be judged then, and the service sends it again (interface 4.6)
 */
async function judge(context: IWebhookFunctions): Promise<Buffer | Reason> {
	const credential = context.getNode().credentials?.tagPdfWebhookApi;
	if (!credential) return 'unset';
	const request = context.getRequestObject();
	const delivery = {
		headers: request.headersDistinct[SIGNATURE_HEADER] ?? [],
		now: unixSeconds(),
		tolerance: Number(context.getNodeParameter('options.timestampTolerance', 300)),
	};
	const claim = claimOf(delivery);
	if (typeof claim === 'string') return claim;
	const body = await rawBodyOf(request);
	if (body === undefined) return 'unreadable';
	const verdict = await secretsMemory.judge(
		JSON.stringify([nodeKey(context), credential.id, credential.name]),
		async () => signingSecrets(await context.getCredentials('tagPdfWebhookApi')),
		(secrets) => (secrets.length === 0 ? 'unset' : verifySignature({ ...delivery, body, secrets })),
	);
	return verdict === 'genuine' ? body : verdict;
}

/** n8n keeps the raw body, or reads it on demand; of a multipart body it keeps nothing. */
async function rawBodyOf(request: {
	rawBody?: Buffer;
	readRawBody?: () => Promise<void>;
}): Promise<Buffer | undefined> {
	if (request.rawBody === undefined) await request.readRawBody?.().catch(() => undefined);
	return request.rawBody;
}
