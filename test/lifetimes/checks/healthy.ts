import { type ExecutionPlan, HEALTHY_RUN } from '../plan';
import { isFailed, jobIdOf } from '../world/items';
import type { Job } from '../world/jobs';
import {
	type Call,
	credentialOf,
	type Entry,
	type Execution,
	firstEntryOf,
	highestNumberOf,
	mayHaveChanged,
	maxJobsOf,
} from '../world/records';
import { accountOf } from '../world/service';
import { obey } from './advice';
import { count, type Scene } from './scene';
import { listTold } from './told';
import { MOST_WAIT_MS, WAIT_S } from './user';

/** Enough credits for all documents of a life. */
const PLENTY = 10_000;
const CLOCK_BACK_MS = -20_000;
/** Time after which all jobs of the life are earlier ones. */
const LATER_MS = 120_000;

/**
 * After all faults have ended, a run has for each document the job that the rule says, in time. Where it delivers
 * nothing, its texts are obeyed.
 */
export async function checkHealthyRuns(life: Scene): Promise<void> {
	const { plan, service } = life;
	service.heal(PLENTY);
	const { copy = 0, credential = 0 } = plan.executions.at(-1) ?? {};
	const changed = {
		waitSeconds: WAIT_S,
		onError: 'continueRegularOutput',
		retryOnFail: false,
	} as const;
	const run: ExecutionPlan = { ...HEALTHY_RUN, copy, credential, changed };
	const clockShiftMs = plan.chance % 3 === 0 ? CLOCK_BACK_MS : 0;
	checkExecution(await life.execute({ ...run, clockShiftMs }), life);
	await life.pass(LATER_MS);
	checkExecution(await life.execute(run), life);
	for (const index of plan.documents.keys()) {
		await obeyTextsOf(await life.execute({ ...run, documents: [index] }), life);
	}
	await obeyTextsOf(
		await life.execute({ ...run, changed: { ...changed, onError: 'stopWorkflow' } }),
		life,
	);
}

/** Obeys the texts that the user sees last of an execution. */
export async function obeyTextsOf({ calls }: Execution, life: Scene): Promise<void> {
	const last = calls.at(-1);
	if (last) for (const told of listTold(last)) await obey(told, life);
}

function checkExecution({ calls, status }: Execution, life: Scene): void {
	if (status !== 'success') life.report('a healthy run fails', status);
	for (const call of calls) {
		checkDuration(call, life);
		for (const [index, entry] of call.entries.entries()) checkDocument(call, index, entry, life);
		for (const [index, id] of call.jobIds.entries()) checkJob(call, index, id, life);
	}
}

/** A document has the job that the rule says, or an error that the rule allows. */
function checkDocument(call: Call, index: number, entry: Entry, life: Scene): void {
	const output = call.outputs?.[index];
	// Which of its two files such an item had, only the node knows.
	if (!output || mayHaveChanged(call.execution, entry)) return;
	count(life, 'what a healthy run returns');
	// Items that began later may have allowed the same file more jobs.
	const numbers = range(
		maxJobsOf(call.execution, firstOf(call, index)),
		highestNumberOf(call, entry),
	);
	const possible = numbers.map((maxJobs) => findJob(call, entry, maxJobs, life));
	if (isFailed(output)) {
		const { code, message } = output.json.error as { code: string; message: string };
		const isRight = possible.some(({ isSure, job }) =>
			isAllowed(code, call, entry, isSure ? job : undefined, life),
		);
		if (isRight) return;
		life.report('a healthy run does not deliver', `${call.id}, item ${index}: ${code} ${message}`);
		return;
	}
	const id = jobIdOf(output);
	// A skipped document has no job.
	if (id === '' || possible.some(({ isSure, job }) => !isSure || !job || job.id === id)) return;
	const ids = possible.map(({ job }) => job?.id).join(' or ');
	life.report('a healthy run has another job', `${call.id}, item ${index}: ${id}, not ${ids}`);
}

function firstOf(call: Call, index: number): Pick<Entry, 'place'> {
	return firstEntryOf(call, call.itemOf[index] ?? 0) ?? { place: index };
}

function range(from: number, to: number): number[] {
	return Array.from({ length: to - from + 1 }, (_, index) => from + index);
}

/**
 * The job that a document has after a run, as the rule says: from job to job, until one is of use, or was made in this
 * run, or the number is reached.
 *
 * @returns `isSure` is false if the service's times decide about it
 */
function findJob(
	call: Call,
	entry: Entry,
	maxJobs: number,
	{ charges, service }: Scene,
): { job?: Job; isSure: boolean } {
	const { endedAt = 0, startedAt } = call;
	const { jobs, times } = service;
	const all = charges.ofEntry(call, entry).filter(({ job }) => job.createdAt <= endedAt);
	let isSure = true;
	for (let number = 1; ; number += 1) {
		const job = all.findLast((charge) => charge.number === number)?.job;
		if (!job || number === maxJobs || !jobs.isOfNoUse(job)) return { job, isSure };
		const hasFailed = jobs.stateOf(job) === 'failed';
		// If the service does not show the job, nobody sees that it has failed.
		const isHidden = (job.deniedAt ?? 0) >= startedAt;
		if (!hasFailed || isHidden || !times.areTrue) isSure = false;
		else if (job.endsAt >= startedAt) return { job, isSure };
	}
}

/**
 * Whether the rule allows an error.
 *
 * @param job that the document must have; undefined if that is not certain
 */
function isAllowed(
	code: string,
	call: Call,
	entry: Entry,
	job: Job | undefined,
	{ service }: Scene,
): boolean {
	const { execution, startedAt } = call;
	const { alreadyTagged } = execution.settings;
	const { plan } = service;
	switch (code) {
		case 'WAIT_TIMEOUT':
			return !job || job.fate === 'neverEnds' || job.endsAt >= startedAt + MOST_WAIT_MS;
		case 'OVER_CREDIT_LIMIT':
			// Whether there was room is judged wherever it is said.
			return execution.settings.maximum > 0;
		case 'ALREADY_TAGGED':
			return entry.content.isTagged && alreadyTagged === 'fail';
		case 'CONFLICT':
			return plan.repeat === 'conflict' || plan.createsForMs > 0;
		case 'NOT_ENOUGH_CREDITS':
		case 'INVALID_REQUEST':
			return plan.storesRefusals;
		case 'SOURCE_UNAVAILABLE':
			return entry.content.linkSeconds < WAIT_S;
		default:
			return !job || listCodes(job, call, service).includes(code);
	}
}

/** The codes that say what is the matter with a job. It may first be missing, and then have failed. */
function listCodes(job: Job, { startedAt }: Call, { jobs, times }: Scene['service']): string[] {
	const { deniedAt = 0 } = job;
	const hasFailed = jobs.stateOf(job) === 'failed' ? ['JOB_FAILED'] : [];
	const result = jobs.resultOf(job);
	// Storage refuses an object that it no longer has, without saying so.
	const isRefused = result === 'notInStorage' ? ['UNEXPECTED_ANSWER'] : [];
	if (deniedAt < startedAt) return [...isRefused, ...hasFailed];
	// A service that is late looks like one that has deleted the job, for a day.
	const isYoung = times.areTrue && !times.canShowADay(job, deniedAt);
	const isGone = isYoung ? [] : ['JOB_NOT_FOUND', 'RESULT_GONE'];
	const hasExpired = result === 'expired' ? ['RESULT_GONE'] : [];
	// Of two items with one document, storage may refuse the first, and the service deny the job of the second.
	return [...hasFailed, 'NOT_FOUND_YET', ...isGone, ...hasExpired, ...isRefused];
}

/** A job that has a result is fetched, unless the service did not find it. */
function checkJob(call: Call, index: number, id: string, { report, service }: Scene): void {
	const output = call.outputs?.[index];
	const job = service.jobs.find(accountOf(credentialOf(call.execution, undefined)), id);
	if (!output || !job || service.jobs.isOfNoUse(job)) return;
	const { deniedAt = 0 } = job;
	if (deniedAt >= call.startedAt) return;
	const waitsMs = call.operation === 'wait' ? MOST_WAIT_MS : 0;
	if (job.fate !== 'neverEnds' && job.endsAt < call.startedAt + waitsMs && isFailed(output))
		report('a healthy run does not deliver', `${call.id}: ${id}`);
}

/** Maximum duration of a call, not counting the waits for its jobs. */
const OVERHEAD_MS = 15_000;
/** Maximum delay until the node detects a finished job, as a share of the job's duration. */
const LATE_SHARE = 0.3;
/** Maximum remaining delay from a rate window of an earlier execution. */
const GATE_MS = 500_000;
const PER_DOCUMENT_MS = 1_000;

/** A call takes as long as its jobs, which run one after the other if the settings say so. */
function checkDuration(call: Call, { charges, plan, report, service }: Scene): void {
	const { endedAt = 0, entries, execution, startedAt } = call;
	const isAskedAgain = entries.some((entry) =>
		charges.ofEntry(call, entry).some(({ job }) => {
			const { deniedAt = 0 } = job;
			return deniedAt >= startedAt || service.jobs.isOfNoUse(job);
		}),
	);
	const { createsForMs, repeat } = plan.service;
	// For what is missing, or conflicts, the node asks again for a while.
	if (entries.length === 0 || isAskedAgain || repeat === 'conflict' || createsForMs > 0) return;
	const waits = entries.map(({ content }) =>
		content.fate === 'neverEnds' ? WAIT_S * 1000 : Math.min(content.jobMs, WAIT_S * 1000),
	);
	const sum = waits.reduce((total, ms) => total + ms, 0);
	const lanes = execution.settings.inFlight < entries.length ? sum : Math.max(...waits);
	const kinds = plan.executions.flatMap(({ faults }) => faults.map(({ kind }) => kind));
	const most =
		2 * lanes * (1 + LATE_SHARE) +
		OVERHEAD_MS +
		(kinds.includes('limitedLong') ? GATE_MS : 0) +
		PER_DOCUMENT_MS * entries.length;
	const took = endedAt - startedAt;
	if (took <= most) return;
	report(
		'a healthy run takes too long',
		`${call.id}: ${took} ms, its jobs ${Math.max(...waits)} ms`,
	);
}
