import type { Change, Machine } from './world/modules';

/** A deliberate defect. */
export interface Defect {
	number: number;
	name: string;
	/** Kinds of violations that reveal it. */
	shownBy: string[];
	/** Seed of a life that reveals it. */
	seed: number;
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

/** Changes a method of the ledger. */
function inLedger(name: string, by: Wrapper): Change {
	return inModule('client/ledger', ({ Ledger }) => replaceMethod(Ledger, name, by));
}

/** Changes an exported function. */
function inFunction(module: string, name: string, by: Wrapper): Change {
	return inModule(module, (exports) => {
		const original = exports[name] as Method | undefined;
		if (!original) throw new Error(`There is no function ${name} to replace.`);
		exports[name] = (...given: unknown[]) => by(original, given, undefined);
	});
}

interface Failed {
	facts: Fields;
}

const DAY_MS = 86_400_000;

const BOUND = ['paid for more jobs than allowed'];
const TWO_IN_A_RUN = ['a run pays for two jobs of a document'];
const FOLLOWED = ['a useful job was followed'];
const LIMIT = ['Max Credits per Execution exceeded'];
const PAYER = ['paid_before is not true', 'the note is wrong'];

/** The defects: functions and methods that the modules export, replaced by wrong ones. */
export const DEFECTS: readonly Defect[] = [
	{
		number: 1,
		name: 'Max Jobs per Document is ignored',
		shownBy: BOUND,
		seed: 1,
		change: inLedger('getMaxJobs', () => 20),
	},
	{
		number: 2,
		name: 'a job that failed while this run waited for it is followed',
		shownBy: TWO_IN_A_RUN,
		seed: 159,
		change: inLedger('see', (call, given, self) => {
			call(...given);
			const [documentId, job] = given as [string, { id: string; status: string }];
			const { look } = self as { look: Method };
			if (job.status === 'failed') look.call(self, documentId, job.id, true);
		}),
	},
	{
		number: 3,
		name: 'a missing job or result counts as gone although the job is younger than a day',
		shownBy: FOLLOWED,
		seed: 53,
		change: inFunction('client/jobAge', 'getGoneAt', (call, given) => {
			const goneAt = call(...given) as number | undefined;
			return goneAt === undefined ? undefined : goneAt - DAY_MS;
		}),
	},
	{
		number: 4,
		name: 'a failed job that this run has made is followed',
		shownBy: TWO_IN_A_RUN,
		seed: 7,
		change: inLedger('look', (call, given) => {
			const [, , isOfNoUse] = given;
			if (isOfNoUse === true) call(...given);
		}),
	},
	{
		number: 5,
		name: "the first execution's ID is lost if another version of the package stored it",
		shownBy: BOUND,
		seed: 429,
		change: inFunction('client/ledger', 'readStoredLedger', (call, [stored, executionId]) => {
			const isKnown = (stored as { version?: number } | undefined)?.version !== 0;
			return call(isKnown ? stored : undefined, executionId);
		}),
	},
	{
		number: 6,
		name: 'a job or result counts as gone after a 403',
		shownBy: FOLLOWED,
		seed: 10,
		change: inFunction('client/errors', 'chooseCode', (call, given) => {
			const [request, failure] = given as [string, { statusCode?: number }];
			const isOfJob = ['getJob', 'getResult', 'download'].includes(request);
			return isOfJob && failure.statusCode === 403 ? 'RESULT_GONE' : call(...given);
		}),
	},
	{
		number: 7,
		name: 'a failed job is followed although Max Jobs per Document is 1',
		shownBy: BOUND,
		seed: 10,
		change: inLedger('getMaxJobs', (call, given) => Math.max(2, call(...given) as number)),
	},
	{
		number: 8,
		name: 'a Retry takes the jobs of the execution that it retries for earlier ones',
		shownBy: [...PAYER, ...LIMIT],
		seed: 741,
		change: inLedger('getFirstDate', (_, [connection], self) => {
			const { getServiceMemory } = self as { getServiceMemory: Method };
			const { firstDate } = getServiceMemory.call(self, connection) as Fields;
			return firstDate ?? undefined;
		}),
	},
	{
		number: 9,
		name: 'the same job ID in two accounts counts as one job',
		shownBy: ['a healthy run does not deliver'],
		seed: 29,
		change: inLedger('claimJob', (call, [document, jobId]) =>
			call({ ...(document as Fields), connection: 'of all accounts' }, jobId),
		),
	},
	{
		number: 10,
		name: 'the node reads what another version of the package stored',
		shownBy: ['a bug in the node'],
		seed: 179,
		change: inFunction(
			'client/ledger',
			'readStoredLedger',
			(call, given) => given[0] ?? call(...given),
		),
	},
	{
		number: 11,
		name: 'the idempotency key depends on the execution',
		shownBy: BOUND,
		seed: 0,
		change: inFunction('nodes/TagPdf/options', 'readOwner', (_, [item]) => {
			const { connection } = item as { connection: { ledger: { executionId: string } } };
			return [connection.ledger.executionId];
		}),
	},
	{
		number: 12,
		name: 'the credit limit forgets a submission without an answer',
		shownBy: LIMIT,
		seed: 104,
		change: inModule('client/service', ({ Service }) =>
			replaceMethod(Service, 'submitJob', async (call, given) => {
				return await (call(...given) as Promise<unknown>).catch((error: unknown) => {
					const { facts } = error as Partial<Failed>;
					if (facts) facts.jobMayExist = false;
					throw error;
				});
			}),
		),
	},
	{
		number: 13,
		name: 'a second try of an item reads its document again',
		shownBy: ['reads a paid document again'],
		seed: 104,
		change: inLedger('resumeUnit', () => undefined),
	},
	{
		number: 14,
		name: 'the credit limit forgets documents that a long loop has dropped',
		shownBy: LIMIT,
		seed: 1333,
		change: inLedger('beginRun', (call, given, self) => {
			const { stored, sumUp } = self as { stored: { spent: Fields }; sumUp: Method };
			const spent = { ...stored.spent };
			call(...given);
			stored.spent = spent;
			sumUp.call(self);
		}),
	},
	{
		number: 15,
		name: 'two accounts count as one',
		shownBy: ['a healthy run does not deliver', 'an output is of another document'],
		seed: 29,
		change: inFunction('client/idempotencyKey', 'fingerprint', (call, [parts]) => {
			// Only the fingerprint of an API key's hash alone keeps connections apart.
			const [first, ...others] = parts as unknown[];
			const isOfApiKey = others.length === 0 && /^[0-9a-f]{64}$/.test(String(first));
			return isOfApiKey ? '0'.repeat(64) : call(parts);
		}),
	},
	{
		number: 16,
		name: "a pause ends by the machine's clock, which may be changed",
		shownBy: ['a healthy run takes too long', 'an execution does not end'],
		seed: 0,
		change: inModule('nodes/shared/n8nRuntime', ({ clock }, { now, sleep }) => {
			(clock as { sleep: unknown }).sleep = async (ms: number, signal?: { aborted: boolean }) => {
				const end = now() + ms;
				while (now() < end && signal?.aborted !== true) await sleep(end - now());
			};
		}),
	},
	{
		number: 17,
		name: 'a poll goes on after Wait Timeout',
		shownBy: ['waits beyond Wait Timeout'],
		seed: 1238,
		change: inModule('client/service', ({ Service }) =>
			replaceMethod(Service, 'getJob', (call, [id, options]) =>
				call(id, { ...(options as object), deadline: undefined, pause: undefined }),
			),
		),
	},
	{
		number: 18,
		name: 'documents that are not paid for fail if the service restarts',
		shownBy: ['a restart of the service fails documents'],
		seed: 7,
		change: inModule('client/limits', ({ PRODUCT_LIMITS }) => {
			const { retry } = PRODUCT_LIMITS as { retry: { outageMs?: number } };
			retry.outageMs = 0;
		}),
	},
	{
		number: 19,
		name: "only an item's first PDF is tagged",
		shownBy: ['items lost, doubled or out of order'],
		seed: 10,
		change: inFunction('nodes/TagPdf/source', 'findSources', async (call, given) => {
			const sources = (await call(...given)) as unknown[];
			return sources.slice(0, 1);
		}),
	},
	{
		number: 20,
		name: 'a text promises that nothing was charged, although a submission before had no answer',
		shownBy: ['not true: no new charge'],
		seed: 1,
		change: inModule('client/errors', ({ TagPdfError }) =>
			replaceMethod(TagPdfError, 'addFacts', (call, [facts]) =>
				call({ ...(facts as object), jobMayExist: undefined }),
			),
		),
	},
	{
		number: 21,
		name: 'a job of an earlier run counts as paid by this run',
		shownBy: PAYER,
		seed: 0,
		change: inLedger('name', (call, [documentId, job, facts]) =>
			call(documentId, job, { ...(facts as Fields), paidBefore: false }),
		),
	},
	{
		number: 22,
		name: 'the note counts jobs of unknown age as charged now',
		shownBy: ['the note is wrong'],
		seed: 0,
		change: inFunction('client/ledger', 'listJobs', (call, given) => {
			const jobs = call(...given) as Fields[];
			return jobs.map((job) => ({ ...job, paidBefore: job.paidBefore ?? false }));
		}),
	},
	{
		number: 23,
		name: 'the credit limit counts one credit too many',
		shownBy: ['refuses although there is room'],
		seed: 0,
		change: inLedger('getSpent', (call, given) => (call(...given) as number) + 1),
	},
	{
		number: 24,
		name: 'a text promises a free run, although Max Jobs per Document allows another job',
		shownBy: ['advice "the same job, free" is not free'],
		seed: 24,
		change: inFunction('nodes/shared/moneyTexts', 'describeNextJob', (call, [error, ...others]) => {
			const { facts, ...rest } = error as Failed;
			return call({ ...rest, facts: { ...facts, maxJobs: facts.jobNumber } }, ...others);
		}),
	},
	{
		number: 25,
		name: 'a text names a Max Jobs per Document that does not help',
		shownBy: ['advice "raise the number" does not help'],
		seed: 1,
		change: inFunction('nodes/shared/moneyTexts', 'describeNextJob', (call, given) =>
			String(call(...given)).replace(/(set 'Max Jobs per Document' to) \d+/, '$1 1'),
		),
	},
	{
		number: 26,
		name: 'a text advises Retry, although the run has continued',
		shownBy: ['advises a Retry that n8n does not offer'],
		seed: 17,
		change: inFunction('nodes/shared/moneyTexts', 'describeNextJob', (call, [error]) =>
			call(error, true),
		),
	},
	{
		number: 27,
		name: 'no text says what helps if storage refuses a result again and again',
		shownBy: ['advice "use Job → Download" does not help'],
		seed: 10,
		change: inFunction('nodes/shared/moneyTexts', 'describeLasting', () => ''),
	},
	{
		number: 28,
		name: 'the credits of an unfinished job count as its price',
		shownBy: LIMIT,
		seed: 1428,
		change: inModule('client/ledger', ({ Ledger }) => {
			const asEnded = (job: unknown) => {
				const { credits_used: credits } = job as Fields;
				return credits === 0 ? job : { ...(job as Fields), status: 'completed' };
			};
			replaceMethod(Ledger, 'name', (call, [id, job, facts]) => call(id, asEnded(job), facts));
			replaceMethod(Ledger, 'see', (call, [id, job]) => call(id, asEnded(job)));
		}),
	},
	{
		number: 29,
		name: 'a document counts twice if two API keys of one account submit it',
		shownBy: ['refuses a document that counts already'],
		seed: 4523,
		change: inLedger('findCountedTwin', () => undefined),
	},
];
