import type { INodeExecutionData } from 'n8n-workflow';

import { isFailed, isSkipped } from '../world/items';
import type { Call, Execution } from '../world/records';
import type { Job } from '../world/service';
import { findOwnContent, type ClaimCounts, type Scene } from './scene';

/** A text about an item, or about the whole run. */
interface Told {
	text: string;
	index?: number;
}

/** Every sentence about money must agree with the ledger of the service. */
export function checkClaims(call: Call, scene: Scene): void {
	// n8n shows no result of a stopped execution.
	if (call.execution.status !== 'running') return;
	for (const each of toldBy(call)) {
		checkNothingCharged(call, each, scene);
		checkJobs(call, each, scene);
		checkAdvice(call, each, scene);
	}
	for (const hint of call.hints) checkSums(call, hint, scene);
}

function toldBy({ error, outputs = [] }: Call): Told[] {
	const failed = outputs.flatMap((item, index) =>
		isFailed(item) ? [{ text: textOf(item), index }] : [],
	);
	if (!error) return failed;
	return [{ text: `${error.message} ${error.description}`, index: error.itemIndex }, ...failed];
}

function textOf({ json }: INodeExecutionData): string {
	const { error } = json as { error: { message: string; description: string } };
	return `${error.message} ${error.description}`;
}

/**
 * "Nothing was charged" must hold for the item's document in all executions, "no new charge" for what this
 * execution knows.
 */
function checkNothingCharged(
	call: Call,
	{ text, index = -1 }: Told,
	{ claims, ledger, report }: Scene,
): void {
	const isOfAll = /nothing was (charged|submitted)|not charged/i.test(text);
	if (!isOfAll && !/no (second|new) charge/i.test(text)) return;
	count(claims, isOfAll ? 'nothing was charged' : 'no new charge');
	const entry = call.entries[index];
	if (!entry || findOwnContent(call, index) === undefined) return;
	const charges = ledger.ofItem(call.execution, entry);
	const charged = isOfAll ? charges[0] : charges.find((charge) => charge.call === call);
	if (charged) report('says that nothing was charged', `${call.id}: ${charged.job.id}: ${text}`);
}

/** Named jobs must exist and belong to the item's document. */
function checkJobs(call: Call, { text, index = -1 }: Told, { claims, ledger, report }: Scene) {
	const own = call.entries[index]?.content.content;
	for (const [, id = ''] of text.matchAll(/Job (job-\d+) is paid for/g)) {
		count(claims, 'a job exists and is paid for');
		const isNamed = ledger.all.some(
			({ job }) => job.id === id && (own === undefined || job.content === own),
		);
		if (!isNamed) report('names a job that is not the one', `${id} for document ${own}: ${text}`);
	}
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
	if (!entry || findOwnContent(call, index) === undefined) return;
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
	const most = [...call.sawJobs].reduce((sum, job) => sum + job.credits, 0);
	const sum = Number(credits?.replace(/,/g, ''));
	if (sum < least || sum > most) report('says another sum of credits', `${call.id}: ${hint}`);
	const isWrong = Number(documents) < told.length || Number(documents) > call.sawJobs.size;
	if (isWrong) report('says another number of documents', `${call.id}: ${hint}`);
}

/** What the output of an item says about its job's charge must be true over the whole life. */
export function checkBooking(call: Call, output: INodeExecutionData, index: number, scene: Scene) {
	const { claims, ledger, report } = scene;
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
	const name = `${call.id}: ${charge.job.id} of ${charge.call.id}`;
	count(claims, 'credits_used');
	if (status === 'completed' && used !== charge.job.credits) {
		report('says other credits than were charged', `${name}: ${JSON.stringify(used)}`);
	}
	count(claims, `paid_before ${JSON.stringify(paidBefore)}`);
	const { startedAt } = execution.ancestors[0] ?? execution;
	if (paidBefore === undefined) report('does not say whether it was paid before', name);
	if (paidBefore === true && charge.execution === execution) {
		report('says that its own job was paid before', name);
	}
	// The clocks of the service may disagree by a minute, and two executions may begin at the same time.
	if (paidBefore === false && charge.job.createdAt < startedAt - UNSURE_MS) {
		report('says that an earlier job was paid now', name);
	}
}

const UNSURE_MS = 60_000;

function count(claims: ClaimCounts, name: string): void {
	claims.set(name, (claims.get(name) ?? 0) + 1);
}
