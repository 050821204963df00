import type { Job } from '../world/jobs';
import { offersRetry } from '../world/n8n';
import {
	type Call,
	callsOfNode,
	contentsOf,
	type Entry,
	isSameDocument,
	mayHaveChanged,
} from '../world/records';
import type { Charge } from './charges';
import { ADVICE } from './advice';
import { checkRefusal } from './limit';
import { whoMayHavePaid } from './payer';
import { count, findOwnEntry, type Scene } from './scene';
import { listTold, type Told } from './told';

/** A kind of sentence about money, and whether one is true. */
interface Sentence {
	name: string;
	pattern: RegExp;
	isTrue: (found: RegExpMatchArray, told: Told, scene: Scene) => boolean;
}

const SENTENCES: readonly Sentence[] = [
	{
		name: 'a job is paid for',
		pattern: /Job (job-\d+) (?:is paid for|was charged)\./g,
		isTrue: ([, id], told, scene) => listCharges(told, scene).some(({ job }) => job.id === id),
	},
	{
		name: 'what a failed job has cost',
		pattern: /Its failed job (job-\d+) cost (nothing|\d+ credits?)(?:, once)?\./g,
		isTrue: ([, id, cost = ''], told, scene) => {
			const { jobs } = scene.service;
			const credits = cost === 'nothing' ? 0 : Number.parseInt(cost, 10);
			return listCharges(told, scene).some(
				({ job }) =>
					job.id === id && jobs.stateOf(job) === 'failed' && jobs.chargeOf(job) === credits,
			);
		},
	},
	{
		name: 'what other jobs of a file have cost',
		pattern:
			/(\d+) other jobs? of this file (cost|may have cost) (?:(\d+) )?credits? in this run\./g,
		isTrue: areOtherJobsRight,
	},
	{
		name: 'a document may be paid for',
		pattern: /(?<!other PDFs? |and )It may be paid for\./g,
		isTrue: (_, { call, index = -1 }) => {
			const entry = call.entries[index];
			return !entry || callsOfNode(call).some((each) => hasLost(each, entry));
		},
	},
	{
		name: 'how many other documents are paid for',
		pattern: /(It and )?(?:(\d+) of (\d+) other PDFs|[Tt]he other PDF) (is|are|may be) paid for\./g,
		isTrue: areOthersPaid,
	},
	{
		name: 'what a refused document needs',
		pattern: /It needs \d+ credits?; \d+ (?:is|are) left\. An earlier run may have paid for it\./g,
		isTrue: (_, told, scene) => {
			checkRefusal(told, scene);
			return true;
		},
	},
];

/** Sentences that say nothing about what this run or another one costs. */
const NEUTRAL =
	/Not enough credits for|Add credits\.|The service says: .*|would exceed the credit limit|'Tag Anyway' pays for new tags\.|The cost of .* is unknown/g;

const NO_NEW_CHARGE = /No new charge was made\.|It made no new charge\./g;

/** Judges every sentence about money in the texts of a call. None may be unknown to this check. */
export function checkSentences(call: Call, scene: Scene): void {
	const { execution } = call;
	// n8n shows no result of a stopped execution.
	if (execution.status !== 'running') return;
	for (const told of listTold(call)) {
		const { text } = told;
		if (/bug in this node/.test(text) || (told.isThrown && told.code === undefined)) {
			scene.report('a bug in the node', `${call.id}: ${text}`);
		}
		if (/Check the 'Base URL'/.test(text) && execution.faults.met === 0) {
			scene.report('blames the Base URL without a fault', `${call.id}: ${text}`);
		}
		if (/retry this execution|and retry\./i.test(text)) checkRetry(told, scene);
		if (text.search(NO_NEW_CHARGE) >= 0) checkNoNewCharge(told, scene);
		for (const { isTrue, name, pattern } of SENTENCES) {
			for (const found of text.matchAll(pattern)) {
				count(scene, name);
				if (!isTrue(found, told, scene)) scene.report(`not true: ${name}`, `${call.id}: ${text}`);
			}
		}
		const known = [...SENTENCES, ...ADVICE].map(({ pattern }) => pattern);
		const rest = [...known, NEUTRAL, NO_NEW_CHARGE].reduce(
			(left, pattern) => left.replace(pattern, ''),
			text.replace(/"[^"]*"/g, ''),
		);
		if (/\b(paid|pays?|charged?|costs?|free|credits?)\b/i.test(rest)) {
			scene.report('says what nobody judges', `${call.id}: ${rest}`);
		}
	}
}

/** n8n must offer Retry for an execution whose last text advises it. */
function checkRetry({ call, text }: Told, scene: Scene): void {
	const { execution } = call;
	count(scene, 'Retry is offered');
	scene.judgeAtEnd(() => {
		// n8n shows no error of a stopped execution, which may have been about to try again.
		const isShown = execution.calls.at(-1) === call && execution.status !== 'stopped';
		if (isShown && !offersRetry(execution)) scene.report(NO_RETRY, `${call.id}: ${text}`);
	});
}

const NO_RETRY = 'advises a Retry that n8n does not offer';

/** No charge of the document by the node in this execution so far, and none that the call makes at any time. */
function checkNoNewCharge({ call, index = -1, isThrown, text }: Told, scene: Scene): void {
	const { charges, report } = scene;
	count(scene, 'no new charge');
	// An error that ends the run and names no other document as paid for means all of them.
	const isOfAll = isThrown && text.includes('No new charge was made');
	const own = findOwnEntry(call, index);
	// To an agent, each call of its tool is one of its own.
	const isTool = call.execution.plan.tools !== 'none';
	const isNew = ({ call: payer, execution, job }: Charge) =>
		payer === call ||
		(!isTool &&
			execution === call.execution &&
			payer.node === call.node &&
			job.createdAt <= (call.endedAt ?? 0));
	// The service's clocks may say that an earlier run has paid.
	const isUnclear = ({ job }: Charge) => whoMayHavePaid(job, call, scene).includes(true);
	scene.judgeAtEnd(() => {
		const ofOwn = own ? charges.ofEntry(call, own).filter(isNew) : [];
		const all = isOfAll ? [...charges.ofCall(call), ...ofOwn] : ofOwn;
		const charge = all.find((each) => !isUnclear(each));
		if (charge) report('not true: no new charge', `${call.id}: ${charge.job.id}: ${text}`);
	});
}

/** The charges of the document that a text is about. */
function listCharges({ call, index = -1 }: Told, { charges }: Scene): readonly Charge[] {
	const entry = call.entries[index];
	if (entry) return charges.ofEntry(call, entry);
	const id = call.jobIds[index];
	return charges.all.filter(({ job }) => id === undefined || job.id === id);
}

/** The other jobs of a document that this run has paid for, or may have paid for, as the service's times tell. */
function areOtherJobsRight(
	[, number, verb, credits]: RegExpMatchArray,
	told: Told,
	scene: Scene,
): boolean {
	const { call, index = -1 } = told;
	const entry = call.entries[index];
	// Which document it is about, only the node knows.
	if (!entry || mayHaveChanged(call.execution, entry)) return true;
	const calls = callsOfNode(call);
	const others = listCharges(told, scene)
		.filter(({ job }) => job.id !== told.jobId && calls.some((each) => each.told.has(job)))
		.map(({ job }) => ({ job, payers: whoMayHavePaid(job, call, scene) }));
	const isSure = verb === 'cost';
	const possible = others.filter(({ payers }) =>
		payers.some((is) => is === false || (!isSure && is === null)),
	);
	const certain = others.filter(({ payers }) => !payers.includes(true));
	if (Number(number) < certain.length || Number(number) > possible.length) return false;
	const cost = certain.reduce((sum, { job }) => sum + scene.service.jobs.chargeOf(job), 0);
	return !isSure || certain.length < possible.length || Number(credits) === cost;
}

/** Whether at least the documents whose jobs the call knows are counted, and at most those that have jobs. */
function areOthersPaid(
	[, itAnd, number = '1', all = '1', verb]: RegExpMatchArray,
	told: Told,
	{ charges, service }: Scene,
): boolean {
	const { call, index = -1 } = told;
	const { entries, execution } = call;
	const own = entries[index];
	if (!own) return true;
	const others = entries.filter((entry) => entry !== own);
	const ofOtherDocuments = others.filter((entry) => !isSameDocument(execution, entry, own));
	const isOfUse = (job: Job) => service.jobs.stateOf(job) !== 'failed';
	const haveJobs = (entry: Entry) => charges.ofEntry(call, entry).length > 0;
	const areKnown = (entry: Entry) =>
		charges.ofEntry(call, entry).some(({ job }) => call.told.has(job) && isOfUse(job));
	const mayBePaid = (entry: Entry) =>
		haveJobs(entry) ||
		(verb === 'may be' && callsOfNode(call).some((each) => hasLost(each, entry)));
	// An item that has not begun may have a document that is paid for.
	const known = ofOtherDocuments.filter(areKnown);
	const least = known.filter((entry, place) => {
		return known.findIndex((each) => isSameDocument(execution, each, entry)) === place;
	}).length;
	const most = others.filter(mayBePaid).length;
	const isOwnRight = itAnd === undefined || verb === 'may be' || haveJobs(own);
	const said = Number(number);
	return isOwnRight && said >= least && said <= most && Number(all) === entries.length - 1;
}

/** Whether a submission of the document had no regular answer. */
function hasLost({ execution, lost }: Call, entry: Entry): boolean {
	return contentsOf(execution, entry).some(({ content }) => lost.has(content));
}
