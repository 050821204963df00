import { Life } from './life';
import { planOf } from './plan';
import { NodeModules, type Change } from './world/modules';

/** A defect put back on purpose. */
interface Defect {
	number: number;
	name: string;
	/** Kinds of violations that show it. */
	shownBy: string[];
	change: Change;
}

/** Lives within which each defect must be found. */
const MOST_LIVES = 20_000;

type Fields = Record<string, unknown>;
type Method = (...given: unknown[]) => unknown;

/** Changes what one module gives. */
function inModule(name: string, change: (exports: Fields) => void): Change {
	return (file, exports) => {
		if (file === `nodes/${name}.js`) change(exports);
	};
}

/** Puts another function in the place of a method. */
function replaceMethod(type: unknown, name: string, by: (original: Method) => Method): void {
	const { prototype } = type as { prototype: Record<string, Method> };
	const original = prototype[name];
	if (original) prototype[name] = by(original);
}

const DEFECTS: readonly Defect[] = [
	{
		number: 1,
		name: 'any 404 means that the result is gone',
		shownBy: ['paid for twice', 'charged twice in one execution'],
		change: inModule('client/errors/gone', (exports) => {
			const showsGone = ({ failure, request = '' }: GoneFacts) =>
				[404, 410].includes(failure?.statusCode ?? 0) &&
				['getJob', 'getResult', 'download'].includes(request);
			exports.showGone = showsGone;
			exports.isGone = (error: { facts?: GoneFacts }) => showsGone(error.facts ?? {});
		}),
	},
	{
		number: 2,
		name: 'a job with an answer counts nothing',
		shownBy: ['Max Credits per Run exceeded'],
		change: inModule('client/submission/lifecycle', (exports) => {
			const creditsOf = exports.creditsOf as (of: { state: string }) => number;
			exports.creditsOf = (of: { state: string }) => (of.state === 'accepted' ? 0 : creditsOf(of));
		}),
	},
	{
		number: 3,
		name: 'Stop while the journal is closed counts as delivered',
		shownBy: ['paid for twice'],
		change: inModule('client/submission/settleDocuments', (exports) => {
			const settle = exports.settleDocuments as Method;
			exports.settleDocuments = async (...given: unknown[]) =>
				await settle(...given.slice(0, 3), () => false);
		}),
	},
	{
		number: 4,
		name: 'a Retry after a crash starts from zero',
		shownBy: ['Max Credits per Run exceeded'],
		change: inModule('TagPdf/run', ({ Run }) => {
			const { prototype } = Run as { prototype: object };
			Object.defineProperty(prototype, 'hasLostCredits', { get: () => false });
		}),
	},
	{
		number: 8,
		name: 'an execution remembers few documents',
		shownBy: ['charged twice in one execution'],
		change: inModule('TagPdf/executionMemory', (exports) => {
			const remember = exports.executionMemory as (context: unknown) => { documents: Fields };
			exports.executionMemory = (context: unknown) => {
				const memory = remember(context);
				for (const name of Object.keys(memory.documents)) {
					Reflect.deleteProperty(memory.documents, name);
				}
				return memory;
			};
		}),
	},
	{
		number: 11,
		name: 'a call of the store has no timeout',
		shownBy: ['an execution does not end'],
		change: inModule('client/limits', ({ PRODUCT_LIMITS }) => {
			const { submission } = PRODUCT_LIMITS as { submission: { storeTimeoutMs?: number } };
			submission.storeTimeoutMs = Number.MAX_SAFE_INTEGER;
		}),
	},
	{
		number: 13,
		name: 'a poll has no deadline',
		shownBy: ['waits beyond Wait Timeout'],
		change: inModule('client/service/service', ({ Service }) => {
			replaceMethod(
				Service,
				'getJob',
				(original) =>
					async function (this: unknown, id: unknown, options: unknown) {
						const patient = { ...(options as object), deadline: undefined };
						return await original.call(this, id, patient);
					},
			);
		}),
	},
];

interface GoneFacts {
	failure?: { statusCode?: number };
	request?: string;
}

/** Defects that lives do not reach, with the tests that do. */
const ELSEWHERE: Readonly<Record<number, string>> = {
	14: 'test/unit/client/waiting/watcher.test.ts: a life has too few documents',
	17: 'test/unit/TagPdfTrigger/: a life has no trigger',
};

/**
 * Puts each defect back and lives until it shows.
 *
 * @returns how many were not found
 */
export async function findDefects(): Promise<number> {
	const modules = new NodeModules();
	let missed = 0;
	for (const defect of DEFECTS) {
		const seed = await firstSeed(defect, modules);
		if (seed === undefined) missed += 1;
		const found = seed === undefined ? `not within ${MOST_LIVES} lives` : `by seed ${seed}`;
		console.log(`${defect.number}. ${defect.name}: ${found}`);
	}
	for (const [number, where] of Object.entries(ELSEWHERE)) {
		console.log(`${number}. out of reach, see ${where}`);
	}
	return missed;
}

async function firstSeed(defect: Defect, modules: NodeModules): Promise<number | undefined> {
	const shows = async (seed: number, change?: Change) => {
		const { violations } = await new Life(planOf(seed), modules, false, change).live();
		return violations.some(({ kind }) => defect.shownBy.includes(kind));
	};
	for (let seed = 0; seed < MOST_LIVES; seed += 1) {
		// Without the defect the same life must be well.
		if ((await shows(seed, defect.change)) && !(await shows(seed))) return seed;
	}
	return undefined;
}
