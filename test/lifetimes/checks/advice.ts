import { count, type Scene } from './scene';
import type { Told } from './told';
import { User } from './user';

/** A piece of advice, by its words. To follow it is to do what a user does who has only read it. */
interface Advice {
	name: string;
	pattern: RegExp;
	follow: (found: RegExpMatchArray, user: User) => Promise<void>;
}

/** In this order: what is free comes first. */
export const ADVICE: readonly Advice[] = [
	{
		name: 'run again, you do not pay twice',
		pattern: /Run again: you do not pay twice\./g,
		follow: async (_, user) => user.expectNothingPaidTwice(await user.runAll()),
	},
	{
		name: 'retry, you do not pay twice',
		pattern: /Retry this execution: you do not pay twice\./g,
		follow: async (_, user) => user.expectNothingPaidTwice(await user.retry()),
	},
	{
		name: 'run or retry',
		pattern: /(Run again|Retry this execution)\.(?! You)/g,
		follow: async ([, way], user) => {
			await (way === 'Run again' ? user.runAll() : user.retry());
		},
	},
	{
		name: 'the same job, free',
		pattern:
			/(Run again|Retry this execution)(?: later)?(?:: the same job, free|, which is free)\./g,
		follow: async ([, way], user) => user.expectSameJob(await user.again(way)),
	},
	{
		name: 'free now, and later another job',
		pattern:
			/(Run again|Retry this execution)(?: later)?: free now; from (\S+ \S+) UTC on, it pays for job (\d+) of \d+\./g,
		follow: async ([, way, from = '', number], user) => {
			user.expectSameJob(await user.again(way), from);
			await user.waitUntil(from);
			user.expectJob(await user.again(way), Number(number));
		},
	},
	{
		name: 'free unless it has failed, and later another job',
		pattern:
			/(Run again|Retry this execution)(?: later)?: free, unless the job has failed; then, and from (\S+ \S+) UTC on, it pays for job (\d+) of \d+\./g,
		follow: async ([, way, from = '', number], user) => {
			user.expectSameJobUnlessFailed(await user.again(way), from);
			await user.waitUntil(from);
			user.expectJob(await user.again(way), Number(number));
		},
	},
	{
		name: 'free unless it has failed',
		pattern:
			/(Run again|Retry this execution)(?: later)?: free, unless the job has failed; then it pays for job \d+ of \d+\./g,
		follow: async ([, way], user) => user.expectSameJobUnlessFailed(await user.again(way)),
	},
	{
		name: 'run again to pay for another job',
		pattern: /(Run again|Retry this execution) to pay for job (\d+) of \d+\./g,
		follow: async ([, way, number], user) => {
			user.expectJob(await user.again(way), Number(number));
		},
	},
	{
		name: 'use Job → Download',
		pattern: /Use Job → (Wait, then )?Download(?: later, which is free)?\./g,
		follow: async ([, wait], user) => await user.fetchJob(wait !== undefined),
	},
	{
		name: 'use Job → Wait',
		pattern: /Use Job → Wait first\./g,
		follow: async (_, user) => await user.fetchJob(true),
	},
	{
		name: 'find the job in the log',
		pattern:
			/Use Job → Download with the ID of its job: look for the idempotency key in n8n's log, or ask the service's support\./g,
		follow: async (_, user) => await user.fetchJobOfKey(),
	},
	{
		name: 'tag the file',
		pattern: /(?:If storage refuses it for days, )?Document → Tag says how to get another job\./g,
		follow: async (_, user) => await user.tagFileOfJob(),
	},
	{
		name: 'continue and retry',
		pattern: /Set 'On Error' to 'Continue', and retry with the currently saved workflow\./g,
		follow: async (_, user) => {
			await user.retry({ onError: 'continueRegularOutput' });
		},
	},
	{
		name: 'continue',
		pattern:
			/\d+ other PDFs? (?:was|were) not submitted: set 'On Error' to 'Continue' to let (?:it|them) through\./g,
		// It is how the user runs the workflow again, whatever the text says.
		follow: async (_, user) => {
			await user.runAll();
		},
	},
	{
		name: 'run without the document',
		pattern: /Run again without it to get the others?\./g,
		follow: async (_, user) => await user.runOthers(),
	},
	{
		name: 'raise the limit',
		pattern: /Raise 'Max Credits per Execution'\./g,
		follow: async (_, user) => user.expectNotRefused(await user.run({ maximum: 0 })),
	},
	{
		name: 'raise the number',
		pattern:
			/(?:If it is still missing on (\S+ \S+) UTC: to|To) pay for another job, set 'Max Jobs per Document' to (\d+) in the workflow, then run it again\./g,
		follow: async ([, from, number], user) => {
			if (from !== undefined) await user.waitUntil(from);
			const maxJobs = [Number(number)];
			const isThere = user.expectJob(await user.run({ maxJobs }), Number(number));
			// The number stays up: from then on the job of that number is the file's job.
			if (isThere) user.expectFree(await user.run({ maxJobs }));
		},
	},
	{
		name: 'New Job per Execution',
		pattern:
			/(?:If (?:storage refuses it for days|it stays in process|it stays missing): o|O)nly 'New Job per Execution' pays for another job, which no other run finds\./g,
		follow: async (_, user) => user.expectNewJob(await user.run({ newJob: 'always' })),
	},
	{
		name: 'a new run pays',
		pattern:
			/(?:If (?:storage refuses it for days|it stays in process): a|A) new run pays for another job\.|A new run pays again\. The service's support can find the job by its idempotency key\./g,
		follow: async (_, user) => user.expectNewJob(await user.run({})),
	},
];

/** Does what a text advises. */
export async function obey(told: Told, life: Scene): Promise<void> {
	for (const { follow, name, pattern } of ADVICE) {
		for (const found of told.text.matchAll(pattern)) {
			count(life, `advice: ${name}`);
			await follow(found, new User(told, life, name));
		}
	}
}
