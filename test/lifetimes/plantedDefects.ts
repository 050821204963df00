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
/** Called instead of a method, with the method itself, its arguments and its object. */
type Wrapper = (call: Method, given: unknown[], self: unknown) => unknown;

/** Changes the exports of one module. */
function inModule(name: string, change: (exports: Fields, machine: Machine) => void): Change {
	return (file, exports, machine) => {
		if (file === `${name}.ts`) change(exports, machine);
	};
}

/** Replaces a method. */
function replaceMethod(type: unknown, name: string, by: Wrapper): void {
	const { prototype } = type as { prototype: Record<string, Method> };
	const original = prototype[name];
	if (!original) throw new Error(`There is no method ${name} to replace.`);
	prototype[name] = function (this: unknown, ...given: unknown[]) {
		return by((...args) => original.apply(this, args), given, this);
	};
}

/** Every job that had ended when it was first asked for counts as an earlier one. */
const judgeByStateAlone = inModule('client/limits', ({ PRODUCT_LIMITS }) => {
	const { submission } = PRODUCT_LIMITS as { submission: { earlierMs?: number } };
	submission.earlierMs = Number.NEGATIVE_INFINITY;
});

/** Changes a method of the ledger. */
function inLedger(name: string, by: Wrapper): Change {
	return inModule('client/ledger', ({ Ledger }) => replaceMethod(Ledger, name, by));
}

/** Changes the entry of each job that the ledger records. */
function inRecordedJobs(facts: Fields): Change {
	return inLedger('recordJob', (call, given) => {
		call(...given);
		Object.assign(given[0] ?? {}, facts);
	});
}

/** Changes the outcome of a submission. */
function inSubmission(by: (answer: Promise<Fields>) => Promise<unknown>): Change {
	return inModule('client/service', ({ Service }) =>
		replaceMethod(
			Service,
			'submitJob',
			async (call, given) => await by(call(...given) as Promise<Fields>),
		),
	);
}

const EXECUTION_PAYS_TWICE = ['two new jobs in one execution'];
const LIMIT = ['Max Credits per Execution exceeded'];

/** The defects: functions and methods that the modules export, replaced by wrong ones. */
export const DEFECTS: readonly Defect[] = [
	{
		number: 1,
		name: 'any 404 means that the result is gone',
		shownBy: ['paid for twice', ...EXECUTION_PAYS_TWICE],
		change: inModule('client/errors', (exports) => {
			const showsGone = ({ failure, request = '' }: GoneFacts) =>
				[404, 410].includes(failure?.statusCode ?? 0) &&
				['getJob', 'getResult', 'download'].includes(request);
			exports.showsGone = showsGone;
			exports.isGone = (error: { facts?: GoneFacts }) => showsGone(error.facts ?? {});
		}),
	},
	{
		number: 2,
		name: 'the key depends on the execution',
		shownBy: ['paid for twice'],
		change: inModule('nodes/TagPdf/options', (exports) => {
			exports.readOwner = ({ account }: { account: { ledger: { executionId: string } } }) => [
				account.ledger.executionId,
			];
		}),
	},
	{
		number: 3,
		name: 'an instant failure is followed in the same execution',
		shownBy: EXECUTION_PAYS_TWICE,
		change: judgeByStateAlone,
	},
	{
		number: 4,
		name: 'an instant completion counts nothing',
		shownBy: LIMIT,
		change: judgeByStateAlone,
	},
	{
		number: 5,
		name: 'a lost answer followed by a quick failure counts as an earlier job',
		shownBy: EXECUTION_PAYS_TWICE,
		change: inSubmission(async (answer) => ({ ...(await answer), isFirstAnswer: true })),
	},
	{
		number: 6,
		name: 'a failed job of the same execution is followed',
		shownBy: EXECUTION_PAYS_TWICE,
		change: inRecordedJobs({ isEarlier: true }),
	},
	{
		number: 7,
		name: 'an unanswered try is forgotten in the sum',
		shownBy: LIMIT,
		change: inSubmission(async (answer) => {
			return await answer.catch((error: unknown) => {
				const { facts } = error as { facts?: Fields };
				if (facts) facts.jobMayExist = false;
				throw error;
			});
		}),
	},
	{
		number: 8,
		name: 'a second try of an item reads its source again',
		shownBy: ['reads a paid document again'],
		change: inLedger('findEntry', () => undefined),
	},
	{
		number: 9,
		name: "the service's own 404 does not mean that the job is gone",
		shownBy: ['a healthy run does not deliver'],
		change: inModule('client/errors', (exports) => {
			exports.showsGone = () => false;
			exports.isGone = () => false;
		}),
	},
	{
		number: 10,
		name: 'a dropped entry takes the sum with it',
		shownBy: LIMIT,
		change: inLedger('beginRun', (call, given, self) => {
			const { stored } = self as { stored: { spent: number } };
			const { spent } = stored;
			call(...given);
			stored.spent = spent;
		}),
	},
	{
		number: 11,
		name: 'a job of another credential counts as gone',
		shownBy: ['paid for twice', 'an output is of another document', ...EXECUTION_PAYS_TWICE],
		change: inModule('client/ledger', (exports) => {
			const fingerprint = exports.fingerprint as (parts: unknown[]) => string;
			// The fingerprint of a credential's hash alone keeps the entries of credentials apart.
			exports.fingerprint = (parts: unknown[]) =>
				parts.length === 1 && /^[0-9a-f]{64}$/.test(String(parts[0])) ? 'all' : fingerprint(parts);
		}),
	},
	{
		number: 12,
		name: 'pauses end by the clock of the machine',
		shownBy: ['a healthy run takes too long', 'an execution does not end'],
		change: inModule('nodes/shared/n8nRuntime', ({ clock }, { now, sleep }) => {
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
		change: inModule('client/service', ({ Service }) =>
			replaceMethod(Service, 'getJob', (call, [id, options]) =>
				call(id, { ...(options as object), deadline: undefined, pause: undefined }),
			),
		),
	},
	{
		number: 14,
		name: 'after a conflict the error promises that a Retry helps',
		shownBy: ['promises a Retry that cannot help'],
		change: inModule('nodes/shared/errorTexts', (exports) => {
			const { texts } = exports as { texts: Record<string, (facts: unknown) => object> };
			const { CONFLICT } = texts;
			texts.CONFLICT = (facts) => ({ ...CONFLICT?.(facts), fix: 'Run again.', isWhole: undefined });
		}),
	},
	{
		number: 15,
		name: 'a restart of the service ends what is not paid for yet',
		shownBy: ['a restart of the service fails documents'],
		change: inModule('client/limits', ({ PRODUCT_LIMITS }) => {
			const { retry } = PRODUCT_LIMITS as { retry: { outageMs?: number } };
			retry.outageMs = 0;
		}),
	},
	{
		number: 16,
		name: 'only the first PDF of an item is taken',
		shownBy: ['items lost, doubled or out of order'],
		change: inModule('nodes/TagPdf/source', (exports) => {
			const find = exports.findSources as (...given: unknown[]) => Promise<unknown[]>;
			exports.findSources = async (...given: unknown[]) => (await find(...given)).slice(0, 1);
		}),
	},
	{
		number: 17,
		name: 'a refusal after an unanswered try promises that nothing was charged',
		shownBy: ['says that nothing was charged'],
		change: inModule('client/errors', ({ TagPdfError }) =>
			replaceMethod(TagPdfError, 'addFacts', (call, [facts]) =>
				call({ ...(facts as object), jobMayExist: undefined }),
			),
		),
	},
	{
		number: 18,
		name: 'a job of an earlier run counts as paid for now',
		shownBy: ['says that an earlier job was paid now'],
		change: inRecordedJobs({ paidBefore: false }),
	},
];

interface GoneFacts {
	failure?: { statusCode?: number };
	request?: string;
}
