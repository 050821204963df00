import { isFailed, isSkipped } from '../world/items';
import type { Job } from '../world/jobs';
import { type Call, callsOfNode, haveSameKey, mayHaveChanged } from '../world/records';
import { type PaidBefore, whoMayHavePaid } from './payer';
import { count, type Scene } from './scene';

/** The three groups of jobs in the note above the output. */
const GROUPS: ReadonlyArray<[label: RegExp, paidBefore: PaidBefore]> = [
	[/charged now: (\d+) jobs?(?:, (\d+) credits?)?/, false],
	[/paid for before, not charged again: (\d+) jobs?(?:, (\d+) credits?)?/, true],
	[/charged now or before: (\d+) jobs?(?:, (\d+) credits?)?/, null],
];

/** A job of the run's documents, and the groups in which it may stand. */
interface Counted {
	job: Job;
	groups: PaidBefore[];
	/** The service has told it this call. An item that has failed early knows nothing of an earlier round's job. */
	isCertain: boolean;
}

/** The note names every job of the run's documents once, in its group, with the credits of the group. */
export function checkNote(call: Call, note: string, scene: Scene): void {
	checkItems(call, note, scene);
	if (call.operation !== 'tag' && call.operation !== 'submit') return;
	// Which of its two files such an item had, only the node knows.
	if (call.entries.some((entry) => mayHaveChanged(call.execution, entry))) return;
	count(scene, 'the sums of a note');
	const all = listJobs(call, scene);
	const counted = all.map((job, place): Counted => {
		// Jobs of two accounts may look like one job under two API keys.
		const isTwin =
			all.findIndex(({ content, id }) => content === job.content && id === job.id) < place;
		const groups = whoMayHavePaid(job, call, scene);
		return { job, groups, isCertain: call.told.has(job) && !isTwin };
	});
	const told = GROUPS.map(([label]) => label.exec(note));
	const total = told.reduce((sum, found) => sum + Number(found?.[1] ?? 0), 0);
	const wrong = GROUPS.some(([, paidBefore], index) => {
		return !isGroupRight(counted, paidBefore, told[index] ?? null, scene);
	});
	const least = counted.filter(({ isCertain }) => isCertain).length;
	if (!wrong && total >= least && total <= counted.length) return;
	const jobs = counted.map(({ groups, job }) => `${job.id} ${JSON.stringify(groups)}`).join(', ');
	scene.report('the note is wrong', `${call.id}: ${jobs}: ${note}`);
}

function isGroupRight(
	counted: readonly Counted[],
	paidBefore: PaidBefore,
	told: RegExpExecArray | null,
	{ service }: Scene,
): boolean {
	const possible = counted.filter(({ groups }) => groups.includes(paidBefore));
	const certain = possible.filter(({ groups, isCertain }) => isCertain && groups.length === 1);
	const jobs = Number(told?.[1] ?? 0);
	if (jobs < certain.length || jobs > possible.length) return false;
	if (jobs === 0 || certain.length !== possible.length) return true;
	const { counts, refundsFailed } = service.plan;
	const mayBeLess = counts === 'slowly' || refundsFailed;
	// The service has not said yet what it charges.
	if (told?.[2] === undefined) return counts !== 'atOnce' || refundsFailed;
	const most = certain.reduce((sum, { job }) => sum + job.credits, 0);
	return Number(told[2]) === most || (mayBeLess && Number(told[2]) < most);
}

/** The jobs of the call's documents that the service has told the node, in this execution or those that it continues. */
function listJobs(call: Call, { charges }: Scene): Job[] {
	const known = new Map<string, Job>();
	for (const entry of call.entries) {
		const calls = callsOfNode(call).filter((each) => haveSameKey(each, call, entry));
		for (const { job } of charges.ofEntry(call, entry)) {
			// A second job under a forgotten key takes the place of the first.
			if (calls.some(({ told }) => told.has(job))) known.set(job.key, job);
		}
	}
	return [...known.values()];
}

/** The numbers of items, and the credits of those that were skipped. */
function checkItems(call: Call, note: string, scene: Scene): void {
	const { entries, outputs = [] } = call;
	const [, succeeded = '', skipped = '0', saved = '0', failed = '0'] =
		/^(\d+) \w+(?:, (\d+) skipped \((\d+) credits? saved\))?(?:, (\d+) failed)?/.exec(note) ?? [];
	const isOf = (kind: typeof isFailed) =>
		outputs.flatMap((item, index) => (kind(item) ? [index] : []));
	const pages = isOf(isSkipped).map((index) => entries[index]?.content.pages ?? 0);
	const expected = {
		succeeded: outputs.length - isOf(isFailed).length - pages.length,
		skipped: pages.length,
		saved: pages.reduce((sum, each) => sum + each, 0),
		failed: isOf(isFailed).length,
	};
	count(scene, 'the items of a note');
	const told = { succeeded, skipped, saved, failed };
	const isRight = Object.entries(expected).every(([name, value]) => {
		return Number(told[name as keyof typeof told]) === value;
	});
	if (!isRight) scene.report('the note counts other items', `${call.id}: ${note}`);
}
