import type { IWebhookFunctions } from 'n8n-workflow';

import { log, getNodeKey, getUnixSeconds } from './context';

/** Why a delivery is refused and what to do, for the log and for users who test. */
const REASONS = {
	unset:
		'no signing secret is set. Choose a Tag PDF Webhook API credential in the node and fill in the signing secret that the Developers page of the service shows for this URL.',
	missing: 'it has no X-Service-Signature header. It does not come from the service.',
	malformed: 'its X-Service-Signature header is not of the form t=<unix_seconds>,v1=<hmac>.',
	expired:
		'its timestamp is outside the Timestamp Tolerance. It is an old delivery, it is not from the service, or the clock of this machine is wrong.',
	unreadable: 'its raw body cannot be read, for example because it is multipart.',
	wrong:
		'its signature matches no secret in the credential. Each endpoint has its own secret: copy the secret of the endpoint with this URL.',
	noEvent: 'it is signed, but not an event.',
};

export type Reason = keyof typeof REASONS;

/**
 * The answer to a refused delivery. At the Test URL, users read the reason on the Developers page. At the
 * Production URL, the answer does not show how close a forgery was.
 */
export function describeRefusal(context: IWebhookFunctions, reason: Reason): string {
	if (context.getMode() !== 'manual') return 'The signature is not accepted.';
	return `The delivery is not accepted: ${REASONS[reason]}`;
}

/** Seconds between two log lines about the same node and reason. */
const LOG_INTERVAL_S = 60;

/** By node and reason: at most seven entries for each trigger of this n8n. */
const lastLogs = new Map<string, { at: number; untold: number }>();

/** Counts a refusal, and logs it at most once a minute for each node and reason. */
export function logRefusal(context: IWebhookFunctions, reason: Reason): void {
	const key = `${getNodeKey(context)} ${reason}`;
	const now = getUnixSeconds();
	const last = lastLogs.get(key);
	if (last && Math.abs(now - last.at) < LOG_INTERVAL_S) {
		last.untold += 1;
		return;
	}
	lastLogs.set(key, { at: now, untold: 0 });
	const others = last?.untold ?? 0;
	const count = others === 0 ? '' : `, and ${others} more since the last message`;
	log(context, 'warn', `refused a delivery${count}: ${REASONS[reason]}`);
}
