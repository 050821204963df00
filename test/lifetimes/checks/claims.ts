import type { INodeExecutionData } from 'n8n-workflow';

import { isFailed, isSkipped } from '../world/items';
import type { Call, Execution } from '../world/records';
import type { Job } from '../world/service';
import type { Charge } from './ledger';
import { findNamed, findOwnEntry, type ClaimCounts, type Scene } from './scene';

/** A text about a document, or about the whole run. */
interface Told {
	text: string;
	/** Index of the document among those of the call, if there is only one. */
	index?: number;
	/** Whether it ended the run. */
	isThrown: boolean;
}

/** Every sentence about money must agree with the ledger of the service. */
export function checkClaims(call: Call, scene: Scene): void {
	// n8n shows no result of a stopped execution.
	if (call.execution.status !== 'running') return;
	for (const each of toldBy(call)) {
		checkNoNewCharge(call, each, scene);
		checkJobs(call, each, scene);
		checkAdvice(call, each, scene);
	}
	for (const hint of call.hints) checkSums(call, hint, scene);
}

function toldBy(call: Call): Told[] {
	const { error, outputs = [] } = call;
	const failed = outputs.flatMap((item, index) =>
		isFailed(item) ? [{ text: textOf(item), index, isThrown: false }] : [],
	);
	if (!error) return failed;
	const text = `${error.message} ${error.description}`;
	return [{ text, index: findNamed(call, text), isThrown: true }, ...failed];
}

function textOf({ json }: INodeExecutionData): string {
	const { error } = json as { error: { message: string; description: string } };
	return `${error.message} ${error.description}`;
}

/** No charge of the document in the whole execution so far, and none that the call makes at any time. */
function checkNoNewCharge(call: Call, { text, index = -1, isThrown }: Told, scene: Scene): void {
	const { claims, ledger, report } = scene;
	if (/nothing was (charged|submitted)|not charged/i.test(text)) {
		report('says more than is known', text);
	}
	if (!/no new charge/i.test(text)) return;
	count(claims, 'no new charge');
	// An error that ends the run and names no other document as paid for means all of them.
	const isOfAll = isThrown && /No new charge was made/.test(text);
	const own = findOwnEntry(call, index);
	scene.judgeAtEnd(() => {
		const charges = [
			...(isOfAll ? ledger.ofCall(call) : []),
			...(own ? ledger.ofItem(call.execution, own) : []).filter(
				(charge) => charge.call === call || isBefore(charge, call),
			),
		];
		for (const { job } of charges.slice(0, 1)) {
			report('says that nothing was charged', `${call.id}: ${job.id}: ${text}`);
		}
	});
}

function isBefore({ execution, job }: Charge, call: Call): boolean {
	return execution === call.execution && job.createdAt <= (call.endedAt ?? 0);
}

/** Named jobs must exist and belong to the item's document, and a failed one costs what is told. */
function checkJobs(
	call: Call,
	{ text, index = -1 }: Told,
	{ claims, ledger, report, service }: Scene,
) {
	const entry = call.entries[index];
	const charges = entry ? ledger.ofItem(call.execution, entry) : ledger.all;
	for (const [, id = ''] of text.matchAll(/Job (job-\d+) (?:is paid for|was charged)/g)) {
		count(claims, 'a job exists and is paid for');
		if (!charges.some(({ job }) => job.id === id)) {
			report('names a job that is not the one', `${call.id}: ${id}: ${text}`);
		}
	}
	const [, cost] = /Its failed job cost (nothing|\d+)/.exec(text) ?? [];
	if (cost === undefined) return;
	count(claims, 'cost of a failed job');
	const credits = cost === 'nothing' ? 0 : Number(cost);
	const isRight = charges.some(
		({ job }) => service.stateOf(job) === 'failed' && service.chargeOf(job) === credits,
	);
	if (!isRight && entry) report('says another cost of a failed job', `${call.id}: ${text}`);
}

/** Checks that the advice in a text helps the user. */
function checkAdvice(call: Call, { text }: Told, { claims, report }: Scene): void {
	const { execution } = call;
	if (/use Job → Download/.test(text) && !/Developers page/.test(text)) {
		count(claims, 'jobs can be fetched by their IDs');
		if (!/job-\d+/.test(`${text} ${call.log.join(' ')}`)) {
			report('advises to fetch jobs and names none', text);
		}
	}
	if (/Check the 'Base URL'/.test(text)) {
		count(claims, 'check the Base URL');
		if (execution.faults.met === 0) report('blames the Base URL without a fault', text);
	}
	if (!execution.repeats || !isHealthy(execution)) return;
	const promised = execution.repeats.calls.at(-1)?.error;
	if (!promised || !/do not pay twice|to get (it|them)\b/.test(promised.description)) return;
	count(claims, 'Retry returns what is paid for');
	if (/was submitted before/.test(text) && /was submitted before/.test(promised.message)) {
		report('promises a Retry that cannot help', `${promised.description} — then: ${text}`);
	}
}

function isHealthy({ faults, plan }: Execution): boolean {
	return faults.met === 0 && plan.ending.kind === 'none';
}

/** A second try of an item that has a job does not read its source again: the link may give another file. */
export function checkRead(call: Call, place: number, { ledger, report, service }: Scene): void {
	const index = call.entries.findIndex((entry) => entry.place === place);
	const entry = call.entries[index];
	if (!entry || !findOwnEntry(call, index)) return;
	const isTold = (earlier: Call, job: Job) =>
		earlier !== call && earlier.readPlaces.has(place) && earlier.sawJobs.has(job);
	const paid = ledger
		.ofItem(call.execution, entry)
		.find(
			({ job }) =>
				!service.isLost(job) && call.execution.calls.some((earlier) => isTold(earlier, job)),
		);
	call.readPlaces.add(place);
	if (paid) report('reads a paid document again', `${call.id}, item ${index}: ${paid.job.id}`);
}

/** Checks sums such as `12 credits spent` and `3 documents paid for`. */
function checkSums(call: Call, hint: string, { claims, ledger, plan, report }: Scene): void {
	const told = ledger.ofCall(call).filter(({ job }) => call.sawJobs.has(job));
	const [, documents, credits] = /(\d+) documents? submitted, ([\d,]+) credits?/.exec(hint) ?? [];
	if (documents === undefined) return;
	count(claims, 'documents submitted');
	const saysLess = plan.service.countsLate || plan.service.refundsFailed;
	const least = saysLess ? 0 : told.reduce((sum, { job }) => sum + job.credits, 0);
	// Other tries and rounds of the execution know jobs that no answer names again.
	const tries = [call.execution, ...call.execution.ancestors].flatMap(({ calls }) => calls);
	const jobs = new Set(tries.flatMap(({ sawJobs }) => [...sawJobs]));
	const most = [...jobs].reduce((sum, job) => sum + job.credits, 0);
	const sum = Number(credits?.replace(/,/g, ''));
	if (sum < least || sum > most) report('says another sum of credits', `${call.id}: ${hint}`);
	const isWrong = Number(documents) < told.length || Number(documents) > jobs.size;
	if (isWrong) report('says another number of documents', `${call.id}: ${hint}`);
}

/** What the output of an item says about its job's charge must be true over the whole life. */
export function checkBooking(call: Call, output: INodeExecutionData, index: number, scene: Scene) {
	const { claims, ledger, report, service } = scene;
	const { execution } = call;
	const entry = call.entries[index];
	if (!entry) return;
	if (isSkipped(output)) {
		count(claims, 'credits saved');
		const charge = ledger.ofItem(execution, entry).find((each) => each.execution === execution);
		if (charge) report('a skipped document was charged', `${call.id}: ${charge.job.id}`);
		return;
	}
	const { credits_used: used, id, paid_before: paidBefore, status } = output.json;
	const charge = ledger.ofItem(execution, entry).find(({ job }) => job.id === id);
	if (!charge) return;
	const { createdAt } = charge.job;
	const name = `${call.id}: ${charge.job.id} of ${charge.call.id}`;
	count(claims, 'credits_used');
	if (status === 'completed' && used !== charge.job.credits) {
		report('says other credits than were charged', `${name}: ${JSON.stringify(used)}`);
	}
	count(claims, `paid_before ${JSON.stringify(paidBefore)}`);
	if (paidBefore === undefined) report('does not say whether it was paid before', name);
	const { startedAt } = execution.ancestors[0] ?? execution;
	if (paidBefore === true && charge.execution === execution) {
		report('says that its own job was paid before', name);
	}
	const unsureMs = service.hasTrueClocks ? STEP_MS : UNSURE_MS;
	if (paidBefore === false && createdAt < startedAt - unsureMs) {
		report('says that an earlier job was paid now', name);
	}
	if (paidBefore === null && isSure(charge, execution, scene)) {
		report('does not know whether it was paid before', name);
	}
}

/** The clocks of the service may disagree by a minute. */
const UNSURE_MS = 60_000;
/** `Date` has no milliseconds, and `created_at` may have none. */
const STEP_MS = 2_000;

/** Whether a run of one call, without faults, sees that a job is its own or an earlier one. */
function isSure(
	{ execution: own, job }: Charge,
	execution: Execution,
	{ n8n, service }: Scene,
): boolean {
	const { ancestors, calls, startedAt } = execution;
	if (!isHealthy(execution) || calls.length > 1 || ancestors.length > 0) return false;
	if (!service.hasTrueClocks) return false;
	if (own === execution) return true;
	// A 429 to another execution may close the rate window before the job's state can be asked for.
	const isUndisturbed = n8n.executions.every(
		(other) => isHealthy(other) || (other.endedAt ?? Infinity) < startedAt,
	);
	const hasEnded = service.stateOf(job) !== 'processing' && job.endsAt < startedAt;
	return isUndisturbed && hasEnded && service.showsAge(job, startedAt);
}

function count(claims: ClaimCounts, name: string): void {
	claims.set(name, (claims.get(name) ?? 0) + 1);
}
