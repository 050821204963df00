import { TagPdfError } from './errors';
import { getGoneAt } from './jobAge';
import type { Limits } from './limits';

/**
 * Decides what it means that the service does not find a job that it has named, or its result. A service that is late,
 * or was restored from an older copy, looks like one that has deleted them. Only time shows the difference, so they
 * count as gone when the job is more than a day old.
 *
 * @param createdAt when the job was made, as the service wrote it
 * @param now `Date` of the service's last answer (epoch ms)
 * @returns the error as it is if nothing is missing, or if the times are not known. Otherwise a copy with `goneAt`: if
 * that time has passed, it has `isGone`; if not, its code is `NOT_FOUND_YET`, except after a 410
 */
export function judgeMissing(error: unknown, createdAt: unknown, now: number | undefined): unknown {
	if (!(error instanceof TagPdfError) || !isMissing(error)) return error;
	const goneAt = getGoneAt(createdAt);
	if (goneAt === undefined || now === undefined) return error;
	if (isDayOld(createdAt, now)) return error.addFacts({ goneAt, isGone: true });
	const { failure } = error.facts;
	// A 410 keeps its code: with it the service says that the job or result is gone, although that may be wrong.
	const isFinal = failure?.kind === 'status' && failure.statusCode === 410;
	const facts = { ...error.facts, goneAt };
	return new TagPdfError(isFinal ? error.code : 'NOT_FOUND_YET', facts, { cause: error.cause });
}

/**
 * How often to ask for a job or result that is not found; undefined for the usual number. If the job is more than a day
 * old, it is asked for only a few times, so that it hardly delays each run. But if another job may follow, it is asked
 * for as often as usual: otherwise a service that fails for half a second could make the user pay again for a whole
 * folder.
 */
export function chooseMissingTries(
	{ oldJobTries }: Limits['retry'],
	createdAt: unknown,
	now: number | undefined,
	mayFollow: boolean,
): number | undefined {
	return !mayFollow && isDayOld(createdAt, now) ? oldJobTries : undefined;
}

/** Whether a job is more than a day old; false if its service's times do not tell. */
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
