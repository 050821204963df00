import type { INodeExecutionData } from 'n8n-workflow';

import type { Plan } from '../plan';
import { isFailed, isSkipped } from '../world/items';
import type { Call } from '../world/records';
import type { ServiceModel } from '../world/service';
import type { ClaimContext, ClaimCounts } from './context';
import type { Ledger } from './ledger';
import { openJobsOf } from './open';
import { isOfKeyAlone } from './outputs';
import { checkSource } from './sources';

/** A text about an item, or about the whole run. */
interface Told {
	text: string;
	index?: number;
}

/** Every sentence about money must agree with the ledger of the service. */
export function checkClaims(call: Call, context: ClaimContext): void {
	// n8n shows no result of a stopped execution.
	if (call.execution.status !== 'running') return;
	for (const each of toldBy(call)) {
		checkNothingCharged(call, each, context);
		checkJobs(call, each, context);
		checkAdvice(call, each, context);
		checkSource(call, each, context);
	}
	for (const hint of call.hints) checkSums(call, hint, context);
	checkSkipped(call, context);
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

/** Checks "nothing was charged" for this item's document in this execution. */
function checkNothingCharged(
	call: Call,
	{ text, index = -1 }: Told,
	{ claims, ledger, report, service }: ClaimContext,
): void {
	if (!/nothing was (charged|submitted)|no (second|new) charge|not charged/i.test(text)) return;
	count(claims, 'nothing was charged');
	const content = ledger.history.findOwnContent(call, index);
	if (content === undefined) return;
	const known = /no (second|new) charge/i.test(text)
		? ledger.ofCall(call)
		: ledger.knownTo(call.execution);
	const charged = known.find(
		(charge) =>
			charge.job.content === content &&
			(charge.execution === call.execution || !service.isLost(charge.job)) &&
			!ledger.mayCountAsEarlier(charge),
	);
	if (charged) report('says that nothing was charged', `${charged.job.id}: ${text}`);
}

/** Named jobs must exist and belong to the item's document. */
function checkJobs(call: Call, { text, index }: Told, { claims, ledger, report }: ClaimContext) {
	const own = index === undefined ? undefined : call.entries[index]?.content.content;
	for (const [, id = ''] of text.matchAll(/Job (job-\d+) is paid for/g)) {
		count(claims, 'a job exists and is paid for');
		const charge = ledger.chargeOf(id);
		const isOther = own !== undefined && charge?.job.content !== own;
		if (!charge || (isOther && !isOfKeyAlone(call, charge.job, ledger))) {
			report('names a job that is not the one', `${id} for document ${own}: ${text}`);
		}
	}
}

/** Checks that the advice in a text helps the user. */
function checkAdvice(call: Call, { text }: Told, { claims, report }: ClaimContext): void {
	const { execution } = call;
	if (/use Job → Download(?! with)/.test(text)) {
		count(claims, 'jobs can be fetched by their IDs');
		if (!/job-\d+/.test(`${text} ${call.log.join(' ')}`)) {
			report('advises to fetch jobs and names none', text);
		}
	}
	if (/Check the Base URL/.test(text)) {
		count(claims, 'check the Base URL');
		if (execution.faults.met === 0) report('blames the Base URL without a fault', text);
	}
	const { retried } = execution;
	if (!retried || !isHealthy(call)) return;
	const promised = retried.calls.at(-1)?.error;
	if (!promised || !/(they are|it is) free|do not pay twice/.test(promised.description)) return;
	count(claims, 'Retry returns what is paid for');
	if (/was submitted before/.test(text) && /was submitted before/.test(promised.message)) {
		report('promises a Retry that cannot help', `${promised.description} — then: ${text}`);
	}
}

function isHealthy({ execution: { faults, plan }, hadStoreTrouble }: Call): boolean {
	return faults.met === 0 && plan.ending.kind === 'none' && !hadStoreTrouble;
}

/** Checks sums such as `12 credits spent` and `3 documents paid for`. */
function checkSums(
	call: Call,
	hint: string,
	{ claims, ledger, plan, report, service }: ClaimContext,
): void {
	// The hint sums up the execution including its earlier tries.
	const charges = ledger.knownTo(call.execution);
	const told = ledger
		.ofCall(call)
		.filter((charge) => !ledger.countsAsEarlier(charge) && call.sawJobs.has(charge.job.id));
	const spent = /([\d,]+) credits? spent|\d+ documents? submitted, ([\d,]+) credits?/.exec(hint);
	const sum = spent?.[1] ?? spent?.[2];
	if (sum !== undefined) {
		count(claims, 'credits spent');
		const said = Number(sum.replace(/,/g, ''));
		const most = isInDoubt(call, plan, ledger)
			? sumOf(call, service)
			: charges.reduce((sum, { job }) => sum + job.credits, 0);
		const saysLess = plan.service.countsLate || plan.service.refundsFailed;
		const least = saysLess ? 0 : told.reduce((sum, { job }) => sum + job.credits, 0);
		// The document of a request that a kill prevented may be recorded. It then counts as resumed.
		const resumed = Number(
			/resumed from an earlier run, ([\d,]+) credits?/.exec(hint)?.[1]?.replace(/,/g, '') ?? 0,
		);
		if (said + resumed < least || said > most) {
			report('says another sum of credits', `${call.id}, charged ${most}: ${hint}`);
		}
	}
	const paid = /(\d+) documents? (?:paid for|submitted,)/.exec(hint)?.[1];
	if (paid === undefined) return;
	count(claims, 'documents paid for');
	const most = isInDoubt(call, plan, ledger) ? call.sawJobs.size : charges.length;
	const resumed = Number(/(\d+) documents? resumed from an earlier run/.exec(hint)?.[1] ?? 0);
	if (Number(paid) + resumed < told.length || Number(paid) > most) {
		report('says another number of documents', `${call.id}, charged ${charges.length}: ${hint}`);
	}
}

/**
 * Whether the node cannot know that a job was paid for earlier, because others may use its key or the
 * records are lost. The node then counts the job as paid for now.
 */
function isInDoubt(
	{ execution, hadStoreTrouble }: Call,
	{ executions, ...plan }: Plan,
	ledger: Ledger,
): boolean {
	if (execution.settings.scope !== 'delivery' || execution.lostMemory) return true;
	if (plan.isUnsaved || plan.storeEntries > 0 || plan.remembered > 0 || hadStoreTrouble)
		return true;
	if (ledger.history.hadOverlap) return true;
	return executions.some(
		({ apiKey, clearsStore, store }) => apiKey !== 0 || clearsStore || store !== 'good',
	);
}

function sumOf({ sawJobs }: Call, service: ServiceModel): number {
	return [...sawJobs].reduce((sum, id) => sum + (service.job(id)?.credits ?? 0), 0);
}

/** A paid document must be delivered, not skipped. */
function checkSkipped(call: Call, context: ClaimContext): void {
	// With One Job Only nothing is written down: the key alone leads to the job.
	if (call.execution.settings.scope === 'customOnce') return;
	for (const [index, output] of (call.outputs ?? []).entries()) {
		if (!isSkipped(output)) continue;
		count(context.claims, 'credits saved');
		const open = openJobsOf(call, index, context);
		if (open.length === 0) continue;
		context.report(
			'skips a document that is paid for',
			`${call.id}, item ${index}: ${open[0]?.job.id}`,
		);
	}
}

function count(claims: ClaimCounts, name: string): void {
	claims.set(name, (claims.get(name) ?? 0) + 1);
}
