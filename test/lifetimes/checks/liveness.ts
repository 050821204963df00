import type { DocumentPlan, ExecutionPlan, Plan } from '../plan';
import { isFailed } from '../world/items';
import type { Call, Execution } from '../world/records';
import type { Ledger } from './ledger';
import type { Scene } from './scene';
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
/** How long the node retries after a 409, and for a job that is gone. The pauses are longer in a long run. */
const ASKS_AGAIN_MS = 130_000;
const CLOCK_BACK_MS = -20_000;
/** Errors that name a job without a result. */
const USELESS = ['JOB_FAILED', 'NOT_FOUND', 'RESULT_GONE'];

/** After all faults have ended, the next run delivers everything in time, except for cases in the docs. */
export async function checkHealed(life: Scene): Promise<void> {
	const { plan, service } = life;
	service.heal(PLENTY);
	const run = healthyRun(plan.executions.at(-1)?.apiKey ?? 0);
	const first = await life.execute({
		...run,
		clockShiftMs: plan.chance % 3 === 0 ? CLOCK_BACK_MS : 0,
	});
	const useless = checkDelivered(first, life);
	checkDuration(first, life);
	const { operation, scope } = first.settings;
	// Without marks the key leads to the same job, and Submit never asks for a result.
	const hasMarks = !plan.isUnsaved && plan.storeEntries === 0;
	const isSame = !hasMarks || scope === 'customOnce' || operation !== 'tag';
	if (useless.size === 0 || isSame) return;
	// A job that has failed or expired may fail one run. The next one submits the document again.
	const second = await life.execute(run);
	for (const id of checkDelivered(second, life)) {
		if (useless.has(id)) life.report('a useless job fails run after run', id);
	}
}

/** @returns the useless jobs that failed items of a healthy run */
function checkDelivered({ calls, status }: Execution, life: Scene): Set<string> {
	const useless = new Set<string>();
	const call = calls.at(-1);
	if (!call) return useless;
	if (status !== 'success') {
		life.report('a healthy run fails', `${status}: ${call.error?.message}`);
		return useless;
	}
	if (call.error) life.report('a healthy run fails', call.error.message);
	for (const [index, output] of (call.outputs ?? []).entries()) {
		if (!isFailed(output)) continue;
		const error = (output.json as { error: { code: string; message: string } }).error;
		if (isAllowed(error.code, call, index, life)) {
			const [id] = /job-\d+/.exec(JSON.stringify(error)) ?? [];
			if (id !== undefined && USELESS.includes(error.code)) useless.add(id);
			continue;
		}
		life.report('a healthy run does not deliver', `item ${index}: ${error.code} ${error.message}`);
	}
	return useless;
}

function healthyRun(apiKey: number): ExecutionPlan {
	return {
		kind: 'run',
		documents: [],
		rounds: 1,
		changed: {
			maximum: 0,
			minimum: 0,
			alreadyTagged: 'tag',
			waitSeconds: WAIT_S,
			onError: 'continueRegularOutput',
			retryOnFail: false,
		},
		ending: { kind: 'none' },
		faults: [],
		outageAt: -1,
		store: 'good',
		clearsStore: false,
		clockShiftMs: 0,
		copy: 0,
		apiKey,
		restarts: false,
		overlaps: false,
		gapMs: 0,
	};
}

/** Whether the docs say that this failure remains. */
function isAllowed(code: string, call: Call, index: number, life: Scene): boolean {
	const { ledger, plan, service } = life;
	const entry = call.entries[index];
	const jobId = call.jobIds[index];
	if (jobId !== undefined) {
		const job = service.job(jobId);
		return job !== undefined && service.isLost(job);
	}
	if (!entry) return false;
	switch (code) {
		case 'FAILED_REPEATEDLY':
		case 'JOB_FAILED':
		case 'NOT_FOUND':
		case 'RESULT_GONE':
		case 'UNREACHABLE':
		case 'UNEXPECTED_ANSWER':
			return lostAttempts(ledger, call, index, life) > 0 || sharesKey(call, index, plan.documents);
		case 'CONFLICT':
			return plan.service.repeat === 'conflict' || plan.service.createsForMs > 0;
		case 'KEY_ALREADY_USED':
			return (
				sharesKey(call, index, plan.documents) || mayLoseMarks(plan) || hasOtherOptions(call, life)
			);
		case 'SOURCE_UNAVAILABLE':
			return entry.content.linkSeconds < WAIT_S;
		default:
			return false;
	}
}

function lostAttempts(ledger: Ledger, call: Call, index: number, { service }: Scene): number {
	const content = call.entries[index]?.content.content ?? -1;
	return ledger.all.filter(({ job }) => job.content === content && service.isLost(job)).length;
}

/** Whether the same own key was used for the same file with other job options. */
function hasOtherOptions({ execution: { settings } }: Call, { n8n }: Scene): boolean {
	return n8n.executions.some((each) => each.settings.ocr !== settings.ocr);
}

/** Whether the store may have lost the first use of an own key. */
function mayLoseMarks({ executions, storeEntries }: Plan): boolean {
	return storeEntries > 0 || executions.some(({ clearsStore }) => clearsStore);
}

function sharesKey({ entries }: Call, index: number, documents: readonly DocumentPlan[]): boolean {
	const key = entries[index]?.ownKey;
	const contents = entries.filter(({ ownKey }) => ownKey === key);
	return contents.length > 1 || documents.some(({ sharesKey: shares }) => shares);
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
	const fates = entries.filter(({ content }) => /vanishes/i.test(content.fate));
	// A run may meet two vanished jobs of earlier runs, and its own job may vanish, too.
	const vanished = 3 * ASKS_AGAIN_MS * fates.length;
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
	const process = n8n.current;
	if (!process) return;
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

/** A restart of the service must not fail documents that were in flight without a job. */
export function checkOutage(call: Call, { ledger, report, service }: Scene): void {
	const { execution } = call;
	const { faults } = execution;
	if (!faults.isOutageAlone || !faults.wasAnsweredBefore) return;
	const hasJob = (content: number) =>
		[...call.sawJobs].some((id) => service.job(id)?.content === content) ||
		ledger.all.some(({ job }) => job.content === content);
	for (const { index, text } of unreachableIn(call)) {
		const content = call.entries[index]?.content.content;
		if (content === undefined || hasJob(content)) continue;
		report('a restart of the service fails documents', `${call.id}, item ${index}: ${text}`);
	}
}

function unreachableIn({ error, outputs = [] }: Call): Array<{ index: number; text: string }> {
	const { description = '', itemIndex: index = -1, message: text = '' } = error ?? {};
	const isThrown = /service not running/.test(`${text} ${description}`);
	return [
		...(isThrown ? [{ index, text }] : []),
		...outputs.flatMap(({ json }, place) => {
			const { error: failure } = json as { error?: { code?: string; message?: string } };
			if (failure?.code !== 'UNREACHABLE') return [];
			return [{ index: place, text: failure.message ?? '' }];
		}),
	];
}

/** If an earlier run has delivered a document, a new run submits it again. */
export function checkRenewed(
	jobId: string,
	call: Call,
	{ ledger, n8n, plan, report }: Scene,
): void {
	const { execution } = call;
	const charge = ledger.chargeOf(jobId);
	if (execution.mode !== 'trigger' || execution.settings.scope !== 'delivery') return;
	if (charge?.deliveredTo === undefined || charge.deliveredTo === execution) return;
	if (charge.execution.family === execution.family) return;
	if (charge.deliveredTo.settings.operation !== 'tag' || plan.isUnsaved || plan.storeEntries > 0)
		return;
	const isSteady = plan.executions.every(
		({ apiKey, clearsStore, overlaps, store }) =>
			apiKey === 0 && !clearsStore && !overlaps && store === 'good',
	);
	// A kill can leave lookup marks, and a stop withdraws a delivery; both lead to the older job for free.
	const wasStopped = n8n.executions.some(({ status }) => status === 'stopped');
	if (!isSteady || n8n.kills > 0 || wasStopped) return;
	report(
		'a delivered document was not submitted anew',
		`${jobId} in execution ${execution.number}, delivered in ${charge.deliveredTo.number}`,
	);
}
