import type { IWebhookFunctions, IWebhookResponseData } from 'n8n-workflow';

import { isObject } from '../../client/failure';
import { Admission } from './admission';
import { type JobEvent, readEvent } from './emit';
import { getNodeKey, getUnixSeconds, logOnceAMinute } from './log';
import { getSigningSecrets } from './secrets';
import { DEFAULT_TOLERANCE_S, isGenuine, readSignature, SIGNATURE_HEADER } from './signature';

/** Why a delivery is refused and what to do, for the log and for users who test. */
const REASONS = {
	unset:
		'no signing secret is set. Choose a Tag PDF Webhook API credential in the node and fill in the signing secret that the Developers page of the service shows for this URL.',
	missing: 'it has no X-Service-Signature header. It does not come from the service.',
	malformed: 'its X-Service-Signature header is not of the form t=<unix_seconds>,v1=<hmac>.',
	expired:
		"its timestamp is outside the 'Timestamp Tolerance'. It is an old delivery, it is not from the service, or the clock of your n8n server is wrong.",
	unreadable: 'its raw body cannot be read, for example because it is multipart.',
	wrong:
		'its signature matches no secret in the credential. Each endpoint has its own secret: copy the secret of the endpoint with this URL.',
	noEvent: 'it is signed, but not an event.',
};

type Reason = keyof typeof REASONS;

const admission = new Admission();

/**
 * Answers one delivery (interface 4.6). Only the first genuine event of a job starts an execution, if its
 * type is chosen. n8n acknowledges it. All other deliveries are answered here.
 *
 * Never throws: n8n would store a failed execution for it.
 */
export async function receive(context: IWebhookFunctions): Promise<IWebhookResponseData> {
	try {
		removeUploadedFiles(context.getRequestObject());
		return await handleDelivery(context);
	} catch (error) {
		logOnceAMinute(context, 'error', 'failed', `could not handle a delivery: ${String(error)}`);
		return sendAnswer(context, 500, 'The event could not be handled. Send it again later.');
	}
}

async function handleDelivery(context: IWebhookFunctions): Promise<IWebhookResponseData> {
	const body = await readGenuineBody(context);
	if (!Buffer.isBuffer(body)) return refuse(context, body);
	const event = readEvent(body, context.getNodeParameter('events') as string[]);
	if (event === 'unreadable') return refuse(context, 'noEvent');
	if (event === 'not chosen') {
		const message = 'Received. This workflow does not listen to this type of event.';
		return sendAnswer(context, 200, message);
	}
	if (!(await isFirstDelivery(context, event))) {
		return sendAnswer(context, 200, 'Received before.');
	}
	return { workflowData: [[{ json: { ...event } }]] };
}

/**
 * The raw body of a delivery that the service has signed, or why it is refused.
 *
 * Refuses obvious forgeries before it reads the credential: anybody can send them, and each reading costs
 * n8n a database query.
 *
 * @throws if n8n cannot read the credential, e.g. while its database is busy: the delivery cannot be
 * judged then, and the service sends it again (interface 4.6)
 */
async function readGenuineBody(context: IWebhookFunctions): Promise<Buffer | Reason> {
	const credential = context.getNode().credentials?.tagPdfWebhookApi;
	if (!credential) return 'unset';
	const request = context.getRequestObject();
	const signature = readSignature({
		headers: request.headersDistinct[SIGNATURE_HEADER] ?? [],
		now: getUnixSeconds(),
		tolerance: Number(context.getNodeParameter('options.timestampTolerance', DEFAULT_TOLERANCE_S)),
	});
	if (typeof signature === 'string') return signature;
	// n8n keeps the raw body or reads it on demand, except for multipart bodies.
	const raw: Partial<typeof request> = request;
	if (raw.rawBody === undefined) await raw.readRawBody?.().catch(() => undefined);
	const { rawBody } = raw;
	if (rawBody === undefined) return 'unreadable';
	const secrets = await getSigningSecrets(context, credential);
	if (secrets.length === 0) return 'unset';
	return isGenuine(signature, rawBody, secrets) ? rawBody : 'wrong';
}

/**
 * n8n writes the files of a multipart body into its temporary folder before it calls a trigger, and most
 * versions leave them there. No event is multipart, so anybody could fill the disk. The files are objects
 * of formidable, which delete themselves.
 */
function removeUploadedFiles({ body }: { body?: unknown }): void {
	if (!isObject(body) || !isObject(body.files)) return;
	for (const file of Object.values(body.files).flat()) {
		if (isObject(file) && typeof file.destroy === 'function') Reflect.apply(file.destroy, file, []);
	}
}

/** A test accepts every delivery, so that users can repeat one job. */
async function isFirstDelivery(context: IWebhookFunctions, event: JobEvent): Promise<boolean> {
	if (context.getMode() === 'manual') return true;
	const job = `${getNodeKey(context)} ${event.data.job.id}`;
	return await admission.enter(job, context.getResponseObject(), getUnixSeconds);
}

/**
 * Logs and answers a refused delivery. At the Test URL, users read the reason on the Developers page. At the
 * Production URL, the answer does not show how close a forgery was.
 */
function refuse(context: IWebhookFunctions, reason: Reason): IWebhookResponseData {
	logOnceAMinute(context, 'warn', reason, `refused a delivery: ${REASONS[reason]}`);
	if (reason === 'noEvent')
		return sendAnswer(context, 400, 'The body is not an event of the Document Tagging Service.');
	const isTest = context.getMode() === 'manual';
	const told = `The delivery is not accepted: ${REASONS[reason]}`;
	return sendAnswer(context, 401, isTest ? told : 'The signature is not accepted.');
}

function sendAnswer(
	context: IWebhookFunctions,
	status: number,
	message: string,
): IWebhookResponseData {
	context.getResponseObject().status(status).json({ message });
	return { noWebhookResponse: true };
}
