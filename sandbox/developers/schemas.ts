import type { DeliverySwitches } from '../webhooks/switches';
import { SAMPLE_NAMES } from './sample';

const body = (properties: Record<string, object>, required: string[] = []) => ({
	body: { type: 'object', additionalProperties: false, minProperties: 1, properties, required },
});

const natural = { type: 'integer', minimum: 0, maximum: 86_400_000 };
const flag = { type: 'boolean' };
const text = { type: 'string', minLength: 1 };

const switches: Record<keyof DeliverySwitches, object> = {
	hmacEncoding: { enum: ['hex', 'base64'] },
	deliveryAttempts: { type: 'integer', minimum: 1, maximum: 20 },
	deliveryBackoffMs: natural,
	deliveryTimeoutMs: { ...natural, minimum: 1 },
	deliveryCopies: { type: 'integer', minimum: 1, maximum: 20 },
	deliveryDelayMs: natural,
	deliveryShuffleMs: natural,
	signatureAgeSeconds: { type: 'integer', minimum: -86_400, maximum: 86_400 },
	wrongSecret: flag,
};

/** Bodies of the routes that change something. */
export const ADD_ENDPOINT = body({ url: text, account: text }, ['url']);
export const CHANGE_ENDPOINT = body({ enabled: flag });
export const CHANGE_ACCOUNT = body({ credits: natural, revoked: flag });
export const CHANGE_SWITCHES = body(switches);
export const SUBMIT_SAMPLE = body({ filename: { enum: SAMPLE_NAMES } }, ['filename']);
