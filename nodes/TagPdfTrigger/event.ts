import { isObject, parseJson, toText } from '../../client/text';

/** The part of an event (interface 2.6) that the trigger needs. The trigger passes on the whole event, unchanged. */
export interface JobEvent {
	data: { job: { id: string } };
}

/**
 * Reads the body of a delivery, which is JSON in UTF-8. Fields that the trigger does not need are not checked.
 *
 * @param chosen types of events that start the workflow
 * @returns the event; `not chosen` if it has another type, whatever else it has; `unreadable` if the body is no JSON
 * object with a type, or if the event has a chosen type but no job with an ID
 */
export function readEvent(
	body: Buffer,
	chosen: readonly string[],
): JobEvent | 'not chosen' | 'unreadable' {
	const event = parseJson(body.toString());
	const type = isObject(event) ? toText(event.type) : undefined;
	if (!isObject(event) || type === undefined) return 'unreadable';
	if (!chosen.includes(type)) return 'not chosen';
	return isJobEvent(event) ? event : 'unreadable';
}

function isJobEvent(event: object): event is JobEvent {
	const { data } = event as { data?: unknown };
	return isObject(data) && isObject(data.job) && toText(data.job.id) !== undefined;
}
