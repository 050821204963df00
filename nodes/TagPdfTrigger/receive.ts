import type { IWebhookFunctions, IWebhookResponseData } from 'n8n-workflow';

import { Admission } from './admission';
import { log, getNodeKey, getUnixSeconds } from './context';
import { readEvent, type JobEvent } from './event';
import { describeRefusal, logRefusal } from './refusals';
import { readGenuineBody } from './verification/genuineBody';

const admission = new Admission();

/**
 * Answers one delivery (interface 4.6). Only the first genuine event of a job starts an execution, if its
 * type is chosen. n8n acknowledges it. All other deliveries are answered here.
 *
 * Never throws: n8n would store a failed execution for it.
 */
export async function receive(context: IWebhookFunctions): Promise<IWebhookResponseData> {
	try {
		return await handleDelivery(context);
	} catch (error) {
		log(context, 'error', `could not handle a delivery: ${String(error)}`);
		return sendAnswer(context, 500, 'The event could not be handled. Send it again later.');
	}
}

async function handleDelivery(context: IWebhookFunctions): Promise<IWebhookResponseData> {
	const body = await readGenuineBody(context);
	if (!Buffer.isBuffer(body)) return sendAnswer(context, 401, describeRefusal(context, body));

	const reading = readEvent(body);
	if (reading.kind === 'unreadable') {
		logRefusal(context, 'noEvent');
		return sendAnswer(context, 400, 'The body is not an event of the Document Tagging Service.');
	}
	const chosen = context.getNodeParameter('events') as string[];
	if (reading.kind === 'other' || !chosen.includes(reading.event.type)) {
		return sendAnswer(
			context,
			200,
			'Received. This workflow does not listen to this type of event.',
		);
	}
	if (!(await isFirstDelivery(context, reading.event))) {
		return sendAnswer(context, 200, 'Received before.');
	}
	return { workflowData: [[{ json: { ...reading.event } }]] };
}

/** A test accepts every delivery, so that users can repeat one job. */
async function isFirstDelivery(context: IWebhookFunctions, event: JobEvent): Promise<boolean> {
	if (context.getMode() === 'manual') return true;
	const key = `${getNodeKey(context)} ${event.data.job.id}`;
	return await admission.enter(key, context.getResponseObject(), getUnixSeconds);
}

function sendAnswer(
	context: IWebhookFunctions,
	status: number,
	message: string,
): IWebhookResponseData {
	context.getResponseObject().status(status).json({ message });
	return { noWebhookResponse: true };
}
