import { TagPdfError } from './error';

/**
 * Whether the service no longer has a job that it accepted, or its result. Only the service's own answer says
 * so (interface 2.5, 4.4, 4.5), or storage's own `NoSuchKey`: a proxy may answer 404 for anything.
 */
export function isGone(error: unknown): boolean {
	if (!(error instanceof TagPdfError)) return false;
	const { failure, request } = error.facts;
	if (failure?.kind !== 'status' || ![404, 410].includes(failure.statusCode)) return false;
	if (request === 'download') return failure.type === 'NoSuchKey';
	return (request === 'getJob' || request === 'getResult') && failure.isOfService === true;
}
