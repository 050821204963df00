import type { Change, Machine } from './world/modules';

/** A deliberate defect. */
export interface Defect {
	number: number;
	name: string;
	/** Kinds of violations that reveal it. */
	shownBy: string[];
	change: Change;
}

type Fields = Record<string, unknown>;
type Method = (...given: unknown[]) => unknown;

/** Changes the exports of one module. */
function inModule(name: string, change: (exports: Fields, machine: Machine) => void): Change {
	return (file, exports, machine) => {
		if (file === `nodes/${name}.ts`) change(exports, machine);
	};
}

/** Replaces a method. */
function replaceMethod(type: unknown, name: string, by: (original: Method) => Method): void {
	const { prototype } = type as { prototype: Record<string, Method> };
	const original = prototype[name];
	if (!original) throw new Error(`There is no method ${name} to replace.`);
	prototype[name] = by(original);
}

/** The defects: changed transitions, or fakes of modules. */
export const DEFECTS: readonly Defect[] = [
	{
		number: 1,
		name: 'any 404 means that the result is gone',
		shownBy: ['paid for twice', 'charged twice in one execution'],
		change: inModule('client/errors/error', (exports) => {
			const showsGone = ({ failure, request = '' }: GoneFacts) =>
				[404, 410].includes(failure?.statusCode ?? 0) &&
				['getJob', 'getResult', 'download'].includes(request);
			exports.showsGone = showsGone;
			exports.isGone = (error: { facts?: GoneFacts }) => showsGone(error.facts ?? {});
		}),
	},
	{
		number: 2,
		name: 'a job with an answer counts nothing',
		shownBy: ['Credits to Spend at Most exceeded'],
		change: inModule('client/submission/lifecycle', (exports) => {
			const countCredits = exports.countCredits as (of: { state: string }) => number;
			exports.countCredits = (of: { state: string }) =>
				of.state === 'accepted' ? 0 : countCredits(of);
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
		shownBy: ['Credits to Spend at Most exceeded'],
		change: inModule('TagPdf/run', ({ Run }) => {
			const { prototype } = Run as { prototype: object };
			Object.defineProperty(prototype, 'hasLostCredits', { get: () => false });
		}),
	},
	{
		number: 5,
		name: 'a Retry reads the source of a document that has a job',
		shownBy: ['reads a paid document again'],
		change: inModule('client/submission/submitter', ({ Submitter }) => {
			replaceMethod(Submitter, 'resumeSlot', () => async () => await Promise.resolve(undefined));
		}),
	},
	{
		number: 6,
		name: 'Already Tagged does not ask whether the document is paid for',
		shownBy: ['skips a document that is paid for'],
		change: inModule('client/submission/submitter', ({ Submitter }) => {
			replaceMethod(Submitter, 'mayBePaidFor', () => async () => await Promise.resolve(false));
		}),
	},
	{
		number: 8,
		name: 'an execution remembers few documents',
		shownBy: ['charged twice in one execution'],
		change: inModule('TagPdf/executionMemory', (exports) => {
			const remember = exports.openExecutionMemory as (context: unknown) => { documents: Fields };
			exports.openExecutionMemory = (context: unknown) => {
				const memory = remember(context);
				for (const name of Object.keys(memory.documents)) {
					Reflect.deleteProperty(memory.documents, name);
				}
				return memory;
			};
		}),
	},
	{
		number: 9,
		name: "the service's own 404 does not mean that the job is gone",
		shownBy: ['a useless job fails run after run', 'a healthy run does not deliver'],
		change: inModule('client/errors/error', (exports) => {
			exports.showsGone = () => false;
			exports.isGone = () => false;
		}),
	},
	{
		number: 10,
		name: "the journal does not note whose document the user's own key is of",
		shownBy: ['an output is of another document'],
		change: inModule('client/journal/marks', (exports) => {
			const createMarks = exports.createMarks as (entry: Fields) => Fields;
			exports.createMarks = (entry: Fields) => createMarks({ ...entry, content: undefined });
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
		number: 12,
		name: 'pauses end by the clock of the machine',
		shownBy: ['a healthy run takes too long', 'an execution does not end'],
		change: inModule('n8n/clock', ({ clock }, { now, sleep }) => {
			(clock as { sleep: unknown }).sleep = async (ms: number, signal?: { aborted: boolean }) => {
				const end = now() + ms;
				while (now() < end && signal?.aborted !== true) await sleep(end - now());
			};
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
	{
		number: 15,
		name: 'an error in the first item means one more try, however many there were',
		shownBy: ['a delivered document was not submitted anew'],
		change: inModule('TagPdf/delivery', (exports) => {
			const willRunAgain = exports.willRunAgain as Method;
			exports.willRunAgain = (...given: unknown[]) => willRunAgain(...given.slice(0, 2), 0);
		}),
	},
	{
		number: 16,
		name: 'a job that has failed counts as one of an earlier run',
		shownBy: ['charged twice in one execution'],
		change: inModule('client/submission/documentRecords', ({ DocumentRecords }) => {
			replaceMethod(
				DocumentRecords,
				'isOwn',
				(original) =>
					function (this: unknown, ...given: unknown[]) {
						const [{ status }] = given as [{ status?: string }];
						return status !== 'failed' && original.apply(this, given);
					},
			);
		}),
	},
	{
		number: 18,
		name: 'after a conflict the error promises that a Retry helps',
		shownBy: ['promises a Retry that cannot help'],
		change: inModule('n8n/errors/texts', (exports) => {
			const { texts } = exports as { texts: Record<string, (facts: unknown) => object> };
			const { CONFLICT } = texts;
			texts.CONFLICT = (facts) => ({ ...CONFLICT?.(facts), fix: 'Run again.', isWhole: undefined });
		}),
	},
	{
		number: 19,
		name: 'a restart of the service ends what is not paid for yet',
		shownBy: ['a restart of the service fails documents'],
		change: inModule('client/limits', ({ PRODUCT_LIMITS }) => {
			const { retry } = PRODUCT_LIMITS as { retry: { outageMs?: number } };
			retry.outageMs = 0;
		}),
	},
];

interface GoneFacts {
	failure?: { statusCode?: number };
	request?: string;
}
