import type { IExecuteFunctions } from 'n8n-workflow';

import { stopped, TagPdfError } from '../client/errors';
import type { Job } from '../client/contract';
import type { Host } from '../client/host';
import { Progress } from '../client/progress';
import { Service } from '../client/service';
import { Submissions } from '../client/submissions';
import { n8nHost } from '../shared/n8nHost';
import { numberOption } from './numbers';
import { DEFAULT_PARALLEL, MOST_PARALLEL } from './options';

/** What all items of one call of `execute()` share. */
export interface Run {
	context: IExecuteFunctions;
	host: Host;
	service: Service;
	progress: Progress;
	submissions: Submissions;
	/** Aborted when the user stops the execution or another item has stopped the run. */
	signal: AbortSignal;
	/** How many items are worked on at the same time. */
	parallel: number;
	/** Makes a new submission unless the run is stopped or the credits have fallen too low. */
	approve: (submit: () => Promise<Job>) => Promise<Job>;
}

/**
 * @param halt aborted with the reason `HALTED` when an item has failed without Continue On Fail
 * @throws TagPdfError when the credential cannot be used
 */
export async function createRun(context: IExecuteFunctions, halt: AbortSignal): Promise<Run> {
	const host = await n8nHost(context);
	const service = new Service(host);
	const progress = new Progress(
		context.getContext('node'),
		Number(context.getWorkflowDataProxy(0).$runIndex),
		context.getExecutionId(),
	);
	const signal = AbortSignal.any([halt, ...(host.signal ? [host.signal] : [])]);
	const minimum = numberOption(context, 0, {
		name: 'minimumCredits',
		label: 'Stop When Credits Fall Below',
		fallback: 0,
		min: 0,
	});
	const parallel = numberOption(context, 0, {
		name: 'maxParallel',
		label: 'Max Parallel Documents',
		fallback: DEFAULT_PARALLEL,
		min: 1,
	});
	return {
		context,
		host,
		service,
		progress,
		submissions: new Submissions(service, progress),
		signal,
		parallel: Math.min(Math.trunc(parallel), MOST_PARALLEL),
		approve: minimum > 0 ? oneByOne(guarded(service, minimum, signal)) : unlessStopped(signal),
	};
}

type Approve = Run['approve'];

function unlessStopped(signal: AbortSignal): Approve {
	return async (submit) => {
		if (signal.aborted) throw stopped(signal);
		return await submit();
	};
}

/** Credits are those of GET /v1/me (interface 2.1) right before each submission. */
function guarded(service: Service, minimum: number, signal: AbortSignal): Approve {
	return async (submit) => {
		const { credits_available: credits } = await service.getAccount({ signal });
		if (credits < minimum) throw creditsBelow(minimum, credits);
		return await unlessStopped(signal)(submit);
	};
}

/** Two submissions at once would both be measured against the same balance. */
function oneByOne(approve: Approve): Approve {
	let last: Promise<unknown> = Promise.resolve();
	return async (submit) => {
		const own = last.then(async () => await approve(submit));
		last = Promise.allSettled([own]);
		return await own;
	};
}

function creditsBelow(minimum: number, credits: number): TagPdfError {
	return new TagPdfError({
		code: 'CREDITS_BELOW_LIMIT',
		message: `The account has ${credits} credits left, fewer than the ${minimum} set in Stop When Credits Fall Below`,
		description: 'Nothing was charged for this document. Add credits or lower the limit.',
	});
}
