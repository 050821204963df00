import type { Load } from './load';
import type { Place } from './place';

/** A target of deliveries, and its expected outcome. */
export interface Contestant {
	/** URL and signing secret of the deliveries. */
	load: (place: Place) => Pick<Load, 'url' | 'secret'>;
	/** Whether all deliveries repeat a job that was delivered before. */
	again?: boolean;
	/** The only correct status. */
	status: number;
	/** Whether each delivery starts an execution. */
	executes: boolean;
}

export const CONTESTANTS = {
	webhook: {
		load: ({ urls, secret }) => ({ url: urls.webhook, secret }),
		status: 200,
		executes: true,
	},
	floor: {
		load: ({ urls, secret }) => ({ url: urls.floor, secret }),
		status: 200,
		executes: true,
	},
	genuine: {
		load: ({ urls, secret }) => ({ url: urls.tagPdf, secret }),
		status: 200,
		executes: true,
	},
	duplicate: {
		load: ({ urls, secret }) => ({ url: urls.tagPdf, secret }),
		again: true,
		status: 200,
		executes: false,
	},
	forged: {
		load: ({ urls }) => ({ url: urls.tagPdf, secret: 'guessed' }),
		status: 401,
		executes: false,
	},
} satisfies Record<string, Contestant>;

export type ContestantName = keyof typeof CONTESTANTS;
