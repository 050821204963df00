import type { IWebhookFunctions, IWebhookResponseData } from 'n8n-workflow';

import { isObject } from '../../client/text';
import { Admission } from './admission';
import { type JobEvent, readEvent } from './event';
import { getNodeKey, getUnixSeconds, logOnceAMinute } from './log';
import { CREDENTIAL, getSigningSecrets } from './secrets';
import {
	DEFAULT_TOLERANCE_S,
	isGenuine,
	MAX_TOLERANCE_S,
	readSignature,
	SIGNATURE_HEADER,
} from './signature';

/** Why a delivery is refused and what to do, for the log and for users who test. */
const REASONS = {
	unset:
		'no signing secret is set, or it has fewer than eight visible characters. Choose a Tag PDF API credential in the node, and fill in the signing secret that the Developers page of the service shows beside the endpoint with this URL.',
	missing: 'it has no X-Service-Signature header. It does not come from the service.',
	malformed: 'its X-Service-Signature header is not of the form t=<unix_seconds>,v1=<hmac>.',
	expired:
		"its timestamp is outside the 'Timestamp Tolerance'. It is an old delivery, it is not from the service, or the clock of your n8n server is wrong.",
	unreadable: 'its raw body cannot be read, for example because it is multipart.',
	wrong:
		'its signature matches no secret in the credential. Each endpoint has its own secret: copy the secret of the endpoint with this URL.',
	noEvent: 'it is signed, but not an event.',
	noTypes:
		"'Trigger On' has another value than the list offers. Choose Job Completed, Job Failed, or both; an expression must return a list of job.completed and job.failed, or one of them as a text.",
};

type Reason = keyof typeof REASONS;

const NOT_HANDLED = 'The event could not be handled. Send it again later.';

/**
 * Status and text of a refusal at the Production URL. All other reasons share status 401 and one text, which do not
 * show how close a forgery was.
 */
const ANSWERS: Partial<Record<Reason, [status: number, text: string]>> = {
	noEvent: [400, 'The body is not an event of the Document Tagging Service.'],
	// After status 500 the service sends the event again, so it is not lost if the user corrects the node soon.
	noTypes: [500, NOT_HANDLED],
};

const admission = new Admission();

/**
 * Answers one delivery (interface 4.6). Of all genuine events of a job whose type is chosen, only the first starts an
 * execution (in a test, every one does), and n8n itself acknowledges it. All other deliveries are answered here.
 *
 * Never throws: n8n would store a failed execution for each error.
 */
export async function receive(context: IWebhookFunctions): Promise<IWebhookResponseData> {
	try {
		removeUploadedFiles(context.getRequestObject());
		return await handleDelivery(context);
	} catch (error) {
		logOnceAMinute(context, 'error', 'failed', `could not handle a delivery: ${String(error)}`);
		return sendAnswer(context, 500, NOT_HANDLED);
	}
}

async function handleDelivery(context: IWebhookFunctions): Promise<IWebhookResponseData> {
	const body = await readGenuineBody(context);
	if (!Buffer.isBuffer(body)) return refuse(context, body);
	const types = readTypes(context.getNodeParameter('events'));
	if (!types) return refuse(context, 'noTypes');
	const event = readEvent(body, types);
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
	const credential = context.getNode().credentials?.[CREDENTIAL];
	if (!credential) return 'unset';
	const request = context.getRequestObject();
	const signature = readSignature({
		headers: request.headersDistinct[SIGNATURE_HEADER] ?? [],
		now: getUnixSeconds(),
		getTolerance: () =>
			readTolerance(context.getNodeParameter('options.timestampTolerance', DEFAULT_TOLERANCE_S)),
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
 * Deletes the files of a multipart body. n8n writes them into its temporary folder before it calls a trigger, and most
 * versions leave them there, so anybody could fill the disk. No event needs them, because none is multipart. Each file
 * is an object of the library formidable, whose method `destroy` deletes it.
 */
function removeUploadedFiles({ body }: { body?: unknown }): void {
	if (!isObject(body) || !isObject(body.files)) return;
	// `for … in` also finds inherited fields: a form field named `__proto__` puts its files into the prototype.
	for (const field in body.files) {
		for (const file of [body.files[field]].flat()) {
			if (isObject(file) && typeof file.destroy === 'function')
				Reflect.apply(file.destroy, file, []);
		}
	}
}

/**
 * The chosen types of events. n8n does not check what an expression returns.
 *
 * @returns undefined if the value is neither a list of types nor one type
 */
function readTypes(value: unknown): string[] | undefined {
	const types: unknown[] = Array.isArray(value) ? value : [value];
	const isType = (type: unknown): type is string =>
		type === 'job.completed' || type === 'job.failed';
	return types.every(isType) ? types : undefined;
}

/**
 * The tolerance in seconds, at least 1 and at most an hour, whatever an expression returns; the default if it returns
 * no number. With a larger tolerance, deliveries that somebody recorded long ago would be accepted.
 */
function readTolerance(value: unknown): number {
	const seconds = parseFloat(String(value));
	if (Number.isNaN(seconds)) return DEFAULT_TOLERANCE_S;
	return Math.min(Math.max(seconds, 1), MAX_TOLERANCE_S);
}

/**
 * Whether the delivery is no duplicate. In a test no delivery counts as a duplicate, so that users can repeat a job.
 */
async function isFirstDelivery(context: IWebhookFunctions, event: JobEvent): Promise<boolean> {
	if (context.getMode() === 'manual') return true;
	const job = `${getNodeKey(context)} ${event.data.job.id}`;
	return await admission.enter(job, context.getResponseObject(), getUnixSeconds);
}

/**
 * Logs and answers a refused delivery. At the Test URL the answer has the reason, which users read on the service's
 * Developers page.
 */
function refuse(context: IWebhookFunctions, reason: Reason): IWebhookResponseData {
	logOnceAMinute(context, 'warn', reason, `refused a delivery: ${REASONS[reason]}`);
	const [status, text] = ANSWERS[reason] ?? [401, 'The signature is not accepted.'];
	const isTest = context.getMode() === 'manual';
	const told = `The delivery is not accepted: ${REASONS[reason]}`;
	return sendAnswer(context, status, isTest ? told : text);
}

function sendAnswer(
	context: IWebhookFunctions,
	status: number,
	message: string,
): IWebhookResponseData {
	context.getResponseObject().status(status).json({ message });
	return { noWebhookResponse: true };
}
