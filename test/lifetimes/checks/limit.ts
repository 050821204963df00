import {
	type Call,
	callsOfNode,
	contentsOf,
	credentialOf,
	type Entry,
	haveSameKey,
	mayHaveChanged,
} from '../world/records';
import type { Charge } from './charges';
import { whoMayHavePaid } from './payer';
import type { Scene } from './scene';
import type { Told } from './told';

/** Max Credits per Execution holds for a node in an execution and those that it continues, in each account. */
export function checkLimit({ call, job }: Charge, { charges, report, service }: Scene): void {
	const { maximum } = call.execution.settings;
	if (maximum === 0 || service.times.makeNewJobsLookEarlier) return;
	const calls = callsOfNode(call);
	const { credential } = call.execution.plan;
	// Without a limit, the node does not ask to which account an API key belongs.
	const isCounted = ({ execution: { plan, settings } }: Call) =>
		settings.maximum > 0 || plan.credential === credential;
	const own = charges.all.filter(
		(charge) =>
			calls.includes(charge.call) && isCounted(charge.call) && charge.job.account === job.account,
	);
	// A document that counts already needs no room under another API key of its account. It asks for its first job there,
	// whose idempotency key the service may have forgotten.
	const isUnforeseen = (charge: Charge) =>
		charge.isUnderForgottenKey &&
		own.some(
			({ execution, job: { content } }) =>
				content === charge.job.content &&
				execution.plan.credential !== charge.execution.plan.credential,
		);
	const foreseen = own.filter((charge) => !isUnforeseen(charge));
	// Who asks again under a forgotten key gets a second job, and cannot know of the first.
	const byKey = new Map(foreseen.map((charge) => [charge.job.key, charge.job]));
	const spent = sum([...byKey.values()].map((each) => service.jobs.chargeOf(each)));
	if (spent <= maximum) return;
	report(
		'Max Credits per Execution exceeded',
		`${call.id}: ${spent} of ${maximum}, with ${job.id}`,
	);
}

/** A document is refused only if the credits that may count leave no room for it, and if it does not count already. */
export function checkRefusal({ call, index = -1, text }: Told, scene: Scene): void {
	const [, needed, left] = /It needs (\d+) credits?; (\d+) (?:is|are) left/.exec(text) ?? [];
	if (needed === undefined) return;
	const { maximum } = call.execution.settings;
	const entry = call.entries[index];
	const isKnown = entry && !mayHaveChanged(call.execution, entry);
	if (isKnown === true && countsAlready(call, entry, scene)) {
		scene.report('refuses a document that counts already', `${call.id}: ${text}`);
	}
	const most = sumWhatMayCount(call, scene);
	const isRight = Number(left) < Number(needed) && Number(left) >= maximum - most;
	if (!isRight)
		scene.report('refuses although there is room', `${call.id}: ${most} at most: ${text}`);
}

/** Whether the node has paid for a job of use, perhaps under another API key of the account, and knows it. */
function countsAlready(call: Call, entry: Entry, { charges, service }: Scene): boolean {
	// The ledger drops documents of earlier rounds.
	const calls = callsOfNode(call).filter(({ run }) => run === call.run);
	const last = charges.ofEntry(call, entry).at(-1);
	if (!last || !calls.includes(last.call) || !last.call.told.has(last.job)) return false;
	// It also drops what a Retry under another API key has not used.
	const since = calls.slice(calls.indexOf(last.call), calls.indexOf(call));
	if (!since.every((each) => haveSameKey(each, last.call, entry))) return false;
	// Without a limit, the node does not ask to which account an API key belongs.
	const hadLimit = calls.every(({ execution }) => execution.settings.maximum > 0);
	return hadLimit && !service.jobs.isOfNoUse(last.job) && service.findKey(last.job) !== undefined;
}

/** Credits of jobs that the node may have paid for, and pages of submissions without an answer. */
function sumWhatMayCount(call: Call, scene: Scene): number {
	const calls = callsOfNode(call);
	const own = scene.charges.all.filter((charge) => calls.includes(charge.call));
	const seen = calls.flatMap(({ told }) => [...told.keys()]);
	const jobs = new Set([...own.map(({ job }) => job), ...seen]);
	const counted = [...jobs].filter((job) =>
		whoMayHavePaid(job, call, scene).some((is) => is !== true),
	);
	const unanswered = new Map(
		calls.flatMap(({ entries, execution, lost }) =>
			entries.flatMap((entry) =>
				contentsOf(execution, entry)
					.filter(({ content }) => lost.has(content))
					.map(({ content, pages }) => [`${credentialOf(execution, entry)} ${content}`, pages]),
			),
		),
	);
	return sum(counted.map(({ credits }) => credits)) + sum([...unanswered.values()]);
}

function sum(numbers: readonly number[]): number {
	return numbers.reduce((total, each) => total + each, 0);
}
