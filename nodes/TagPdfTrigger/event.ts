import { isObject, parseJson, toText } from '../../client/text';

/** The part of an event (interface 2.6) that the trigger needs. It passes on the event unchanged. */
export interface JobEvent {
	data: { job: { id: string } };
}

/**
 * Reads the body of a delivery, any JSON in UTF-8. Fields that the trigger does not need are not checked.
 *
 * @param chosen types of events that start the workflow; of others only the type is read
 * @returns `unreadable` if the body is not an event of the interface
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
