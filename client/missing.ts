import { TagPdfError } from './errors';
import { getGoneAt } from './jobAge';
import type { Limits } from './limits';

/**
 * Says what it means that the service does not find a job that it has named, or its result. A service that is late, or
 * was restored from an older copy, looks like one that has deleted them; only time shows the difference. So they count
 * as gone when the job is more than a day old.
 *
 * @param createdAt when the job was made, as the service wrote it
 * @param now `Date` of the service's last answer (epoch ms)
 * @returns the error with what is known about the time; any other error as it is
 */
export function judgeMissing(error: unknown, createdAt: unknown, now: number | undefined): unknown {
	if (!(error instanceof TagPdfError) || !isMissing(error)) return error;
	const goneAt = getGoneAt(createdAt);
	if (goneAt === undefined || now === undefined) return error;
	if (isDayOld(createdAt, now)) return error.addFacts({ goneAt, isGone: true });
	const { failure } = error.facts;
	// With 410 the service says that it is gone, although it may be wrong.
	const isFinal = failure?.kind === 'status' && failure.statusCode === 410;
	const facts = { ...error.facts, goneAt };
	return new TagPdfError(isFinal ? error.code : 'NOT_FOUND_YET', facts, { cause: error.cause });
}

/**
 * How often a job or result is asked for that is not found; undefined for the usual number. One that has been missing
 * for a day costs each run only a moment, unless another job may follow: half a second must not pay for a folder.
 */
export function chooseMissingTries(
	{ oldJobTries }: Limits['retry'],
	createdAt: unknown,
	now: number | undefined,
	mayFollow: boolean,
): number | undefined {
	return !mayFollow && isDayOld(createdAt, now) ? oldJobTries : undefined;
}

/** Whether a job is more than a day old, as far as its service's times tell. */
export function isDayOld(createdAt: unknown, now: number | undefined): boolean {
	const goneAt = getGoneAt(createdAt);
	return goneAt !== undefined && now !== undefined && now > goneAt;
}

/** Whether a job or its result is gone, so that it is of no use. */
export function isGone(error: unknown): boolean {
	return error instanceof TagPdfError && error.facts.isGone === true;
}

function isMissing({ code, facts }: TagPdfError): boolean {
	return facts.jobExists === true && (code === 'JOB_NOT_FOUND' || code === 'RESULT_GONE');
}
