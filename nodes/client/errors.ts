import type { Fault, Step } from './faults';
import { textFor, type ErrorCode, type Text } from './texts';

interface Context {
	jobId?: string;
	requestId?: string;
	statusCode?: number;
	/** The fault behind it, for callers that can mend it. */
	fault?: Fault;
	/** Whether the step may have taken effect although no answer said so. */
	unanswered?: boolean;
	/** Key of a submission whose outcome is not known. */
	idempotencyKey?: string;
}

/** Everything that goes wrong in `client/` leaves it as one of these; the nodes turn it into n8n's. */
export class TagPdfError extends Error {
	readonly code: ErrorCode;
	readonly description: string;
	readonly jobId?: string;
	readonly requestId?: string;
	readonly statusCode?: number;
	readonly fault?: Fault;
	readonly unanswered: boolean;
	readonly idempotencyKey?: string;

	constructor(text: Text, context: Context = {}) {
		super(spelled(text.message));
		this.name = 'TagPdfError';
		this.code = text.code;
		this.description = spelled(text.description);
		this.jobId = context.jobId;
		this.requestId = context.requestId;
		this.statusCode = context.statusCode;
		this.fault = context.fault;
		this.unanswered = context.unanswered ?? false;
		this.idempotencyKey = context.idempotencyKey;
	}
}

/**
 * A step that stays broken after all retries, told with what it means for the user's credits.
 *
 * @param unanswered whether one of the tries may have taken effect without an answer that said so
 */
export function faultError(
	step: Step,
	fault: Fault,
	host: string,
	jobId: string | undefined,
	unanswered: boolean,
): TagPdfError {
	const text = textFor(step, fault, host, jobId);
	const status = fault.kind === 'status' ? fault : undefined;
	return new TagPdfError(
		{ ...text, description: text.description + charge(step, text.code, jobId, unanswered) },
		{ jobId, requestId: status?.requestId, statusCode: status?.statusCode, fault, unanswered },
	);
}

/** What has been paid for, and how to get it. */
function charge(
	step: Step,
	code: ErrorCode,
	jobId: string | undefined,
	unanswered: boolean,
): string {
	if (code === 'NOT_FOUND' || code === 'CONFLICT') return '';
	if (jobId !== undefined) return wayOn(jobId);
	if (step === 'getAccount' || (step === 'submitJob' && unanswered)) return '';
	return ' Nothing was charged.';
}

/** A submission of which no answer said whether it made a job: the key is the way to that job. */
export function outcomeUnknown(error: TagPdfError, idempotencyKey: string): TagPdfError {
	const { code, message, description } = error;
	const wayOn = `Whether the job was created is not known. A retry of this execution sends the very same submission again; a new execution can do so with the Idempotency Scope "Custom Key" and the key ${idempotencyKey}. Neither charges twice.`;
	return new TagPdfError(
		{ code, message, description: `${description} ${wayOn}`.trim() },
		{ ...error, idempotencyKey },
	);
}

export function jobFailed(jobId: string): TagPdfError {
	return new TagPdfError(
		{
			code: 'JOB_FAILED',
			message: `The service could not tag the document (job ${jobId})`,
			description:
				'The job ended as "failed". Check that the PDF opens and is not protected. A retry of this execution submits it anew, which costs credits again unless the service has refunded them.',
		},
		{ jobId },
	);
}

export function waitTimeout(jobId: string, status: string, waitedMs: number): TagPdfError {
	return new TagPdfError(
		{
			code: 'WAIT_TIMEOUT',
			message: `Job ${jobId} is still "${status}" after ${Math.round(waitedMs / 1000)} seconds`,
			description: `Nothing is lost: the job goes on and is paid for.${wayOn(jobId)} To wait longer, raise Wait Timeout.`,
		},
		{ jobId },
	);
}

const NOTHING_SUBMITTED = 'Nothing was submitted for this item.';

/** `halted`: another item of the same run stopped it; else the user did. */
export function stopped(
	signal: AbortSignal | undefined,
	jobId?: string,
	unanswered = false,
): TagPdfError {
	const halted = signal?.reason === HALTED;
	return new TagPdfError(
		{
			code: halted ? 'NOT_STARTED' : 'STOPPED',
			message: halted
				? 'Not carried on because another item stopped the run'
				: 'The run was stopped',
			description: unanswered ? '' : (jobId && wayOn(jobId).trim()) || NOTHING_SUBMITTED,
		},
		{ jobId, unanswered },
	);
}

/** Reason of the abort signal that ends a run after one of its items has failed. */
export const HALTED = 'halted';

/** What a caller does with `error` that came out of a promise: our own as they are, others wrapped. */
export function asTagPdfError(error: unknown, text: Text, jobId?: string): TagPdfError {
	return error instanceof TagPdfError ? error : new TagPdfError(text, { jobId });
}

function wayOn(jobId: string): string {
	return ` Job ${jobId} exists and is paid for: use Job → Wait and Job → Download with this ID.`;
}

/** n8n takes any message with this spelling for a stopped execution. */
function spelled(text: string): string {
	return text.replace(/canceled/gi, 'cancelled');
}
