import type { components } from '../../contract/service';
import { isObject } from '../client/errors';

/** A webhook event (interface 2.6): `id`, `type`, `created` and `data.job`. */
export type JobEvent = components['schemas']['Event'];
export type EventType = JobEvent['type'];

/** Content of a signed body. */
export type EventReading =
	| { kind: 'event'; event: JobEvent }
	/** An event of a type that this version does not know. */
	| { kind: 'other'; type: string }
	/** The body is not an event of the interface. */
	| { kind: 'unreadable' };

const EVENT_TYPES: readonly string[] = ['job.completed', 'job.failed'] satisfies EventType[];

/**
 * Reads the body of a delivery, any JSON in UTF-8. Only the fields that the trigger needs are checked. All
 * others are passed on unchanged.
 */
export function readEvent(body: Buffer): EventReading {
	const event = parseBody(body);
	if (!isObject(event) || !isText(event.type)) return { kind: 'unreadable' };
	if (!EVENT_TYPES.includes(event.type)) return { kind: 'other', type: event.type };
	return isJobEvent(event) ? { kind: 'event', event } : { kind: 'unreadable' };
}

function isJobEvent(event: Record<string, unknown>): event is JobEvent {
	const { id, created, data } = event;
	if (!isText(id) || !Number.isInteger(created) || !isObject(data)) return false;
	return isObject(data.job) && isText(data.job.id) && isText(data.job.status);
}

function parseBody(body: Buffer): unknown {
	try {
		return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body));
	} catch {
		return undefined;
	}
}

function isText(value: unknown): value is string {
	return typeof value === 'string' && value !== '';
}
