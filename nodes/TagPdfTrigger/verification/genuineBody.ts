import type { IWebhookFunctions } from 'n8n-workflow';

import { clock } from '../../n8n/clock';
import { nodeKey, unixSeconds } from '../context';
import { tellRefusal, type Reason } from '../refusals';
import { SecretsMemory } from './secretsMemory';
import { signingSecrets } from './signingSecrets';
import { claimOf, verifySignature } from './signature';

/** In lower case, as Node returns header names. */
const SIGNATURE_HEADER = 'x-service-signature';

/** `docs/trigger.md` says how long a removed secret remains valid. */
const secretsMemory = new SecretsMemory(clock, {
	lifetimeMs: 30_000,
	pauseMs: 1_000,
	capacity: 1_000,
});

/** The raw body of a delivery that the service has signed; otherwise the reason, which is logged. */
export async function genuineBody(context: IWebhookFunctions): Promise<Buffer | Reason> {
	const judged = await judge(context);
	if (!Buffer.isBuffer(judged)) tellRefusal(context, judged);
	return judged;
}

/**
 * Refuses obvious forgeries before it reads the credential: anybody can send them, and each reading costs
 * n8n a database query.
 *
 * @throws if n8n cannot read the credential, e.g. while its database is busy: the delivery cannot be
 * judged then, and the service sends it again (interface 4.6)
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

/** n8n keeps the raw body or reads it on demand, except for multipart bodies. */
async function rawBodyOf(request: {
	rawBody?: Buffer;
	readRawBody?: () => Promise<void>;
}): Promise<Buffer | undefined> {
	if (request.rawBody === undefined) await request.readRawBody?.().catch(() => undefined);
	return request.rawBody;
}
