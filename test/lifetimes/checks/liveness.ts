import type { ExecutionPlan } from '../plan';
import { isFailed, isSkipped } from '../world/items';
import { credentialOf, type Call, type Entry, type Execution } from '../world/records';
import { accountOf, API_KEYS, type Job } from '../world/service';
import { findNamed, type Scene } from './scene';
import type { Report } from './violation';

/** Enough credits for all documents of a life. */
const PLENTY = 10_000;
const WAIT_S = 600;
/** Maximum duration of an execution, not counting the waits for its jobs. */
const OVERHEAD_MS = 15_000;
/** Maximum delay until the node detects a finished job, as a share of the job's duration. */
const LATE_SHARE = 0.3;
/** Maximum remaining delay from a rate window of an earlier execution. */
const GATE_MS = 500_000;
/**
 * How long the node retries after a 409, and for a job or a result that is gone: nine tries. Its pauses take about
 * a minute, but in a long run the clock of the lives lets each last up to 41 seconds.
 */
const ASKS_AGAIN_MS = 370_000;
const CLOCK_BACK_MS = -20_000;
/** Time after which a useless job is an earlier one. */
const LATER_MS = 120_000;

/** After all faults have ended, the next run returns every document that the rule does not refuse, in time. */
export async function checkHealed(life: Scene): Promise<void> {
	const { plan, service } = life;
	service.heal(PLENTY);
	const run = healthyRun(plan.executions.at(-1));
	const clockShiftMs = plan.chance % 3 === 0 ? CLOCK_BACK_MS : 0;
	const first = await life.execute({ ...run, clockShiftMs });
	checkDelivered(first, life);
	checkDuration(first, life);
	await life.pass(LATER_MS);
	checkDelivered(await life.execute(run), life);
}

/** With the settings of the life, its limits included. */
function healthyRun({ copy = 0, credential = 0 }: Partial<ExecutionPlan> = {}): ExecutionPlan {
	return {
		kind: 'run',
		documents: [],
		rounds: 1,
		tools: 'none',
		changed: { waitSeconds: WAIT_S, onError: 'continueRegularOutput', retryOnFail: false },
		ending: { kind: 'none' },
		faults: [],
		outageAt: -1,
		clockShiftMs: 0,
		copy,
		credential,
		worker: 0,
		restarts: false,
		overlapMs: -1,
		gapMs: 0,
	};
}

function checkDelivered({ calls, status }: Execution, life: Scene): void {
	const call = calls.at(-1);
	if (!call) return;
	if (status !== 'success' || call.error) {
		life.report('a healthy run fails', `${status}: ${call.error?.message}`);
		return;
	}
	for (const [index, output] of (call.outputs ?? []).entries()) {
		if (!isFailed(output)) {
			checkUseful(call, index, output.json.status, life);
			continue;
		}
		const { code, message } = output.json.error as { code: string; message: string };
		if (isAllowed(code, call, index, life)) continue;
		life.report('a healthy run does not deliver', `item ${index}: ${code} ${message}`);
	}
}

/** Submit returns a failed job only if it is its own. */
function checkUseful(call: Call, index: number, status: unknown, life: Scene): void {
	if (status !== 'failed' || mayFail(call, index, life)) return;
	life.report('a healthy run does not deliver', `item ${index}: a failed job of an earlier run`);
}

/** Whether the rule says that this failure remains. */
function isAllowed(code: string, call: Call, index: number, life: Scene): boolean {
	const { ledger, plan, service } = life;
	const { execution } = call;
	const entry = call.entries[index];
	if (!entry) {
		const account = accountOf(credentialOf(execution, undefined));
		const job = service.job(account, call.jobIds[index] ?? '');
		return job !== undefined && service.isLost(job);
	}
	const { alreadyTagged } = execution.settings;
	const charges = ledger.ofItem(execution, entry);
	const isFailedJob = (each: (typeof charges)[number]) => service.stateOf(each.job) === 'failed';
	switch (code) {
		case 'FAILED_REPEATEDLY':
			return charges.filter(isFailedJob).length >= MOST_FAILED;
		case 'JOB_FAILED':
		case 'NOT_FOUND':
			return mayFail(call, index, life);
		case 'OVER_CREDIT_LIMIT':
			// That a result is gone is known only after the items that follow have been admitted.
			return exceedsLimit(
				call,
				index,
				charges.some(({ job }) => service.isLost(job)),
			);
		case 'ALREADY_TAGGED':
			return entry.content.isTagged && alreadyTagged === 'fail';
		case 'CONFLICT': {
			const isRefused = plan.service.repeat === 'conflict' && charges.length > 0;
			if (isRefused) ledger.excuse('repeated key refused');
			return isRefused;
		}
		case 'SOURCE_UNAVAILABLE':
			return entry.content.linkSeconds < WAIT_S;
		default:
			return false;
	}
}

const MOST_FAILED = 3;
/** Two jobs that were made in so short a time show that the service's clocks deceive; 10 seconds are jumps. */
const TWIN_MS = 20_000;
const MOST_KEYS = 10;

/** Whether the document has a lost job that is the run's own, does not show its age truly, or is the last one. */
function mayFail({ entries, execution }: Call, index: number, { ledger, service }: Scene): boolean {
	const entry = entries[index];
	const charges = entry ? ledger.ofItem(execution, entry) : [];
	const useless = charges.filter(({ job }) => service.isLost(job));
	const hasTwin = ({ createdAt, key }: Job) =>
		charges.some(({ job }) => job.key !== key && Math.abs(job.createdAt - createdAt) <= TWIN_MS);
	const isLeft = ({ execution: own, job }: (typeof charges)[number]) =>
		own === execution || !service.showsAge(job, execution.startedAt) || hasTwin(job);
	return useless.some(isLeft) || useless.length >= MOST_KEYS;
}

/** Whether the pages of the item exceed what the other items, or those before it, have left of the limit. */
function exceedsLimit(
	{ entries, execution, outputs = [] }: Call,
	index: number,
	isLate: boolean,
): boolean {
	const counted = new Map<string, number>();
	const documentOf = (entry: Entry) =>
		`${entry.content.content} ${accountOf(credentialOf(execution, entry))}`;
	for (const [place, entry] of entries.entries()) {
		if (place > index && !isLate) break;
		const output = outputs[place];
		const isFree = output && (isSkipped(output) || output.json.paid_before === true);
		if (!isFree) counted.set(documentOf(entry), entry.content.pages);
	}
	const own = entries[index];
	if (own) counted.set(documentOf(own), own.content.pages);
	const sum = [...counted.values()].reduce((total, each) => total + each, 0);
	return sum > execution.settings.maximum;
}

/** Checks that a run takes as long as its jobs, which run one after the other if the settings say so. */
function checkDuration(
	{ endedAt = 0, settings, startedAt, entries }: Execution,
	life: Scene,
): void {
	const jobs = entries.map(({ content }) => content.jobMs);
	const lanes =
		settings.inFlight === 1 ? jobs.reduce((sum, ms) => sum + ms, 0) : Math.max(...jobs) * 2;
	const limits = life.plan.executions.flatMap(({ faults }) => faults.map(({ kind }) => kind));
	const gate = limits.includes('limitedLong') ? GATE_MS : 0;
	const conflicts = life.plan.service.repeat === 'conflict' ? ASKS_AGAIN_MS * jobs.length : 0;
	const isGone = ({ job }: { job: Job }) =>
		life.service.isLost(job) && life.service.stateOf(job) !== 'failed';
	const gone = life.ledger.all.filter(isGone);
	// Each item asks for its jobs by itself.
	const waits = entries.flatMap(({ content }) =>
		gone.filter(({ job }) => job.content === content.content),
	);
	const vanished = ASKS_AGAIN_MS * waits.length;
	// A failed job is followed by another job.
	const most =
		2 * lanes * (1 + LATE_SHARE) +
		OVERHEAD_MS +
		gate +
		conflicts +
		vanished +
		PER_DOCUMENT_MS * jobs.length;
	const took = endedAt - startedAt;
	if (took > most) {
		life.report('a healthy run takes too long', `${took} ms, its jobs ${Math.max(...jobs)} ms`);
	}
}

const PER_DOCUMENT_MS = 1_000;
/** Maximum duration of the last poll after Wait Timeout. */
const LAST_POLL_MS = 8_000;

/** A run of the node ends within its Wait Timeout. */
export function checkDeadline(call: Call, report: Report): void {
	const { endedAt = 0, execution, operation, startedAt } = call;
	const { plan, settings } = execution;
	if (operation !== 'wait' || plan.clockShiftMs !== 0 || settings.inFlight < call.jobIds.length)
		return;
	const most = settings.waitSeconds * 1000 * 1.1 + LAST_POLL_MS;
	if (endedAt - startedAt <= most) return;
	report('waits beyond Wait Timeout', `${endedAt - startedAt} ms of ${settings.waitSeconds} s`);
}

/** An ended execution leaves no timers, listeners or open calls. */
export function checkSettled({ clock, n8n, report }: Scene): void {
	for (const process of n8n.processes.values()) {
		const timers = clock.pending(process);
		if (timers > 0) report('timers are left', `${timers}`);
		for (const { calls, stop, number, process: own } of n8n.executions) {
			if (own !== process) continue;
			if (stop.signal.listenerCount > 1) {
				report('listeners are left', `${stop.signal.listenerCount} of execution ${number}`);
			}
			const open = calls.filter(({ endedAt }) => endedAt === undefined);
			if (open.length > 0) report('a call never returns', open.map(({ id }) => id).join(', '));
		}
	}
}

/** A restart of the service must not fail documents that were in flight without a job. */
export function checkOutage(call: Call, { ledger, report }: Scene): void {
	const { execution } = call;
	const { faults } = execution;
	if (!faults.isOutageAlone) return;
	const hasJob = (content: number) =>
		[...call.sawJobs].some((job) => job.content === content) ||
		ledger.all.some(({ job }) => job.content === content);
	for (const { index, text } of unreachableIn(call)) {
		const entry = call.entries[index];
		// An answer shows only that its own credential leads to the service.
		const wasAnswered = faults.answeredBefore.has(API_KEYS[credentialOf(execution, entry)]);
		if (!entry || !wasAnswered || hasJob(entry.content.content)) continue;
		report('a restart of the service fails documents', `${call.id}, item ${index}: ${text}`);
	}
}

function unreachableIn(call: Call): Array<{ index: number; text: string }> {
	const { error, outputs = [] } = call;
	const text = `${error?.message} ${error?.description}`;
	const isThrown = /could not reach the service/.test(text);
	return [
		...(isThrown ? [{ index: findNamed(call, text) ?? -1, text }] : []),
		...outputs.flatMap(({ json }, place) => {
			const { error: failure } = json as { error?: { code?: string; message?: string } };
			if (failure?.code !== 'UNREACHABLE') return [];
			return [{ index: place, text: failure.message ?? '' }];
		}),
	];
}
