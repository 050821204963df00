import type { Fault, Step } from './faults';
import { textFor, type ErrorCode, type Text } from './texts';

interface Context {
	jobId?: string;
	requestId?: string;
	statusCode?: number;
	/** The fault behind it, for callers that can mend it. */
	fault?: Fault;
}

/** Everything that goes wrong in `client/` leaves it as one of these; the nodes turn it into n8n's. */
export class TagPdfError extends Error {
	readonly code: ErrorCode;
	readonly description: string;
	readonly jobId?: string;
	readonly requestId?: string;
	readonly statusCode?: number;
	readonly fault?: Fault;

	constructor(text: Text, context: Context = {}) {
		super(spelled(text.message));
		this.name = 'TagPdfError';
		this.code = text.code;
		this.description = spelled(text.description);
		this.jobId = context.jobId;
		this.requestId = context.requestId;
		this.statusCode = context.statusCode;
		this.fault = context.fault;
	}
}

/** A step that stays broken after all retries, told with the way on when a job is already paid for. */
export function faultError(
	step: Step,
	fault: Fault,
	host: string,
	jobId: string | undefined,
): TagPdfError {
	const text = textFor(step, fault, host);
	const paid = jobId !== undefined && text.code !== 'NOT_FOUND';
	const status = fault.kind === 'status' ? fault : undefined;
	return new TagPdfError(
		{
			...text,
			description: text.description + (paid ? wayOn(jobId) : unknownOutcome(step, fault)),
		},
		{ jobId, requestId: status?.requestId, statusCode: status?.statusCode, fault },
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
			description: `Nothing is lost: the job goes on and is paid for.${wayOn(jobId)} A retry of this execution also goes on waiting for it. To wait longer, raise Wait Timeout.`,
		},
		{ jobId },
	);
}

/** `halted`: another item of the same run stopped it; else the user did. */
export function stopped(signal: AbortSignal | undefined, jobId?: string): TagPdfError {
	const halted = signal?.reason === HALTED;
	return new TagPdfError(
		{
			code: halted ? 'NOT_STARTED' : 'STOPPED',
			message: halted
				? 'Not carried on because another item stopped the run'
				: 'The run was stopped',
			description:
				jobId === undefined ? 'Nothing was submitted for this item.' : wayOn(jobId).trim(),
		},
		{ jobId },
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

function unknownOutcome(step: Step, fault: Fault): string {
	const answered = fault.kind === 'status' && fault.statusCode < 500;
	return step === 'submitJob' && !answered
		? ' Whether the job was created is not known. A retry of this execution sends the very same submission again, which never charges twice.'
		: '';
}

/** n8n takes any message with this spelling for a stopped execution. */
function spelled(text: string): string {
	return text.replace(/canceled/gi, 'cancelled');
}
