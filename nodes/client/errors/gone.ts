import { TagPdfError } from './error';
import type { RequestName } from './failure';

const ABOUT_A_JOB: ReadonlyArray<RequestName | undefined> = ['getJob', 'getResult', 'download'];

/**
 * Whether a job that was accepted, or its result, is gone for good: the service or its storage does
 * not know it (404, interface 4.4 and 4.5), or says so (410).
 */
export function isGone(error: unknown): boolean {
	if (!(error instanceof TagPdfError)) return false;
	const { failure, request } = error.facts;
	if (failure?.kind !== 'status' || !ABOUT_A_JOB.includes(request)) return false;
	return failure.statusCode === 404 || failure.statusCode === 410;
}
