import { EventEmitter } from 'node:events';
import type { JobRecord } from '../jobs/job';
import type { SeenRequest } from './requests';
import type { Delivery } from '../webhooks/delivery';

/** Events of a running sandbox. */
export interface SandboxEvents {
	/** A request arrived and is not yet processed. */
	request: [SeenRequest];
	/** A request was answered, or its connection ended. */
	answered: [SeenRequest];
	/** A job became `completed` or `failed`; webhook deliveries start here (interface 3). */
	'job finished': [JobRecord];
	/** A delivery was attempted; its status says whether more attempts follow. */
	attempted: [Delivery];
}

/** Tests may wait for many things at once, so the emitter has no limit of listeners. */
export function createEvents(): EventEmitter<SandboxEvents> {
	return new EventEmitter<SandboxEvents>().setMaxListeners(0);
}

/** Resolves with the first value of an event that passes the test. */
export function nextEvent<Name extends keyof SandboxEvents>(
	events: EventEmitter<SandboxEvents>,
	name: Name,
	passes: (value: SandboxEvents[Name][0]) => boolean,
): Promise<SandboxEvents[Name][0]> {
	return new Promise((resolve) => {
		const emitter: EventEmitter = events;
		const listener = (value: SandboxEvents[Name][0]) => {
			if (!passes(value)) return;
			emitter.off(name, listener);
			resolve(value);
		};
		emitter.on(name, listener);
	});
}
