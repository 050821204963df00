import type { FaultOrder, SandboxOptions, Step } from '../../../sandbox';

/** The six steps of Document → Tag, in their order: the columns of the matrix. */
export const STEPS = [
	'createUpload',
	'store',
	'submitJob',
	'getJob',
	'getResult',
	'download',
] as const satisfies readonly Step[];

export type FlowStep = (typeof STEPS)[number];

export const TITLES: Record<FlowStep, string> = {
	createUpload: 'create upload',
	store: 'store',
	submitJob: 'submit',
	getJob: 'poll',
	getResult: 'result',
	download: 'download',
};

/** The error text that the user reads. `{api}`, `{job}`, … are placeholders for values that vary. */
export interface ExpectedError {
	code: string;
	message: string;
	description: string;
	/** Part of the reason in Error details and error items. */
	reason?: string;
}

/**
 * One fault at one step, and its expected outcome. Braces enclose addresses and IDs that differ from run
 * to run (`placeholders.ts`).
 */
export interface Cell {
	/** Row of the matrix. */
	fault: string;
	/** Column of the matrix. */
	step: FlowStep;
	/** Faults that the sandbox injects. */
	orders: FaultOrder[];
	ends: 'recovered' | ExpectedError;
	/** Number of tries of the step; `several` if it depends on time. */
	tries: number | 'several';
	/** Tries that meet the fault never reach the sandbox. */
	unseen?: true;
	/** Number of polls, `any` if it depends on time. Default: the spoiled polls, and one that succeeds. */
	polls?: number | 'any';
	/** Jobs of the document at the end, each charged; 1 unless the submission is refused. */
	jobs: number;
	setting: Setting;
}

/** How the service differs from one that runs at the credential's address. */
export interface Setting {
	/** Base URL of the credential. */
	baseUrl?: string;
	/** The API refuses connections from the cell's step on: for a moment, or permanently. */
	outage?: 'brief' | 'lasting';
	/** Switches of the sandbox. */
	sandbox?: Partial<SandboxOptions>;
	/** Wait Timeout, in seconds. */
	waitTimeout?: number;
	/** Another workflow has submitted the document before. */
	usedKey?: true;
}

/**
 * Requests of every step that must reach the sandbox.
 *
 * @param seen the actual requests, which give the numbers that depend on time
 */
export function expectedRequests(
	{ step, tries, ends, unseen, polls }: Cell,
	seen: Record<FlowStep, number>,
): Record<FlowStep, number> {
	const at = STEPS.indexOf(step);
	const last = ends === 'recovered' ? 1 : 0;
	const exact = tries === 'several' ? seen[step] : tries;
	const requests = {} as Record<FlowStep, number>;
	STEPS.forEach((name, index) => {
		requests[name] = index < at ? 1 : last;
	});
	if (polls !== undefined) requests.getJob = polls === 'any' ? seen.getJob : polls;
	requests[step] = unseen ? last : exact;
	// The node uploads only to a fresh address.
	const prepares =
		step === 'store' ? 'createUpload' : step === 'download' ? 'getResult' : undefined;
	if (prepares) requests[prepares] = unseen && tries === 'several' ? seen[prepares] : exact;
	return requests;
}
