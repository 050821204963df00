import { TagPdfError } from './error';
import type { RequestFacts } from './facts';

/** Whether the service no longer has a job that it accepted, or its result. */
export function isGone(error: unknown): boolean {
	return error instanceof TagPdfError && showsGone(error.requestFacts);
}

/**
 * Whether a failure shows that a job or its result is gone. Only the service's own answer (interface 2.5,
 * 4.4, 4.5) or storage's `NoSuchKey` shows it: a proxy may return 404 for anything.
 */
export function showsGone({ failure, request }: Partial<RequestFacts>): boolean {
	if (failure?.kind !== 'status' || ![404, 410].includes(failure.statusCode)) return false;
	if (request === 'download') return failure.type === 'NoSuchKey';
	return (request === 'getJob' || request === 'getResult') && failure.isOfService === true;
}
