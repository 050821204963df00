import { titleOf } from '../harness/documents';
import { outputs, titles, type Execution } from '../harness/rest/executions';
import type { Setup } from '../harness/setup';
import { DAY_MS, type Journey } from './journey';
import type { Row } from './row';

/** Follows what an error says, as a user who has nothing else. */

/** What n8n shows of a failed execution. */
interface Shown {
	readonly message: string;
	readonly description: string;
	readonly code: string;
	readonly job_id?: string;
	readonly job_number?: number;
	readonly idempotency_key?: string;
}

/** Outcome of an execution: `tagged`, or the code of its error. */
export function outcomeOf(execution: Execution): string {
	return execution.data.resultData.error ? readError(execution).code : 'tagged';
}

function readError({ data }: Execution): Shown {
	const { context, description = '', message } = data.resultData.error ?? { message: 'no error' };
	const { data: details } = (context ?? {}) as { data?: Shown };
	const { code = message, idempotency_key, job_id, job_number } = details ?? {};
	return { code, description, idempotency_key, job_id, job_number, message };
}

/** Follows the advice of the execution that ended a row. */
export async function followAdvice(
	journey: Journey,
	setup: Setup,
	execution: Execution,
	/** n8n's log until the kill. */
	log: readonly string[],
): Promise<void> {
	switch (outcomeOf(execution)) {
		case 'tagged':
			return;
		case 'CONFLICT': {
			await followConflict(journey, setup, execution, log);
			return;
		}
		case 'NOT_FOUND_YET': {
			await runLater(journey, execution);
			return;
		}
		default: {
			await raiseNumber(journey, execution);
			return;
		}
	}
}

/** How a user of this row runs the document again. */
function chooseNext({ next }: Row): Row['next'] {
	return next === 'copy of the workflow' || next === 'two at once' ? 'next event' : next;
}

/** The same after a change of the workflow, which Retry with the original workflow does not see. */
function chooseChanged(row: Row): Row['next'] {
	return row.next.startsWith('Retry') ? 'Retry with the current workflow' : chooseNext(row);
}

/** The job of a document that the service refuses is downloaded by its ID. */
async function followConflict(
	journey: Journey,
	setup: Setup,
	execution: Execution,
	log: readonly string[],
): Promise<void> {
	const { row, sandbox } = journey;
	const { description, idempotency_key: key = 'no key', message } = readError(execution);
	expect(message).toBe(`"${titleOf(0)}.pdf" was submitted before`);
	expect(description).toBe(
		"No new charge was made. Use Job → Download with the ID of its job: look for the idempotency key in n8n's log, or ask the service's support. Only 'New Job per Execution' pays for another job, which no other run finds.",
	);
	const [charge] = sandbox.ledger.charges;
	expect(charge?.idempotencyKey).toBe(key);
	// What the support finds.
	const { jobId = 'no job' } = charge ?? {};
	const lines = [...log, ...setup.n8n.lines].filter((line) => line.includes(key));
	const isAnswered = row.killed !== "before the submission's answer";
	expect(lines.filter((line) => line.includes(jobId))).toHaveLength(isAnswered ? 1 : 0);

	if (row.fate === 'not found yet') journey.endFate();
	const download = await journey.download(jobId);
	expect(sandbox.ledger.charges).toHaveLength(1);
	const isThere = row.fate === 'completed' || row.fate === 'not found yet';
	if (isThere) {
		expect(await titles(setup.session, download)).toEqual([titleOf(0)]);
		return;
	}
	expect(outcomeOf(download)).toMatch(/^(JOB_FAILED|RESULT_GONE|JOB_NOT_FOUND)$/);
	await journey.setOptions({ newJobPerExecution: true });
	const isOver = journey.endFateAtNextJob();
	const [again] = await journey.runAgain(chooseChanged(row));
	await isOver;
	expect(again && (await titles(setup.session, again))).toEqual([titleOf(0)]);
	expect(sandbox.ledger.charges).toHaveLength(2);
}

/** A job or result that the service shows later. */
async function runLater(journey: Journey, execution: Execution): Promise<void> {
	const { row, sandbox } = journey;
	const { description, job_id: id } = readError(execution);
	expect(description).toBe(
		`Job ${id} is paid for. Run again later, which is free. If it is still missing on ${nameDay(journey)}: ${getSentence(2)}`,
	);
	journey.endFate();
	const [later] = await journey.runAgain(chooseNext(row));
	expect(later && outcomeOf(later)).toBe('tagged');
	expect(sandbox.ledger.charges).toHaveLength(1);
}

/** A job that is of no use stays the document's job until the workflow allows another one. */
async function raiseNumber(journey: Journey, execution: Execution): Promise<void> {
	const { row, sandbox } = journey;
	const first = readError(execution);
	expect(first).toMatchObject({ job_id: sandbox.jobs[0]?.id, job_number: 1 });
	expect(first.description).toBe(describeFirstJob(journey, first));

	// What is missing is the job or its result, whichever the node asks for first; the rest stays.
	const same = { job_id: first.job_id, job_number: 1, description: first.description };
	expect(await runOnce(journey, chooseNext(row))).toMatchObject(same);
	expect(sandbox.ledger.charges).toHaveLength(1);

	await journey.setOptions({ maxJobsPerDocument: 2 });
	// With the original workflow, the number is still 1.
	expect(await runOnce(journey, 'Retry with the original workflow')).toMatchObject(same);
	if (row.fate === 'result gone') {
		const early = await runOnce(journey, chooseChanged(row));
		expect(early.code).toBe('RESULT_GONE');
		expect(early.description).toBe(
			`Job ${first.job_id} was charged. Run again: free now; from ${nameDay(journey)} on, it pays for job 2 of 2.`,
		);
		journey.pass(2 * DAY_MS);
	}
	expect(sandbox.ledger.charges).toHaveLength(1);

	const isOver = row.fate === 'failed' ? undefined : journey.endFateAtNextJob();
	const [paid] = await journey.runAgain(chooseChanged(row));
	await isOver;
	expect(paid && outcomeOf(paid)).toBe('tagged');
	expect(paid && outputs(paid, 'Tag PDF')[0]?.[0]?.json).toMatchObject({ job_number: 2 });
	expect(sandbox.ledger.charges).toHaveLength(2);
}

async function runOnce(journey: Journey, next: Row['next']): Promise<Shown> {
	const [execution] = await journey.runAgain(next);
	if (!execution) throw new Error('There is no execution');
	return readError(execution);
}

function describeFirstJob(journey: Journey, { job_id: id }: Shown): string {
	const free = 'Run again: the same job, free.';
	const sentence = getSentence(2);
	const To = sentence.replace('to', 'To');
	const { fate } = journey.row;
	if (fate === 'failed')
		return `Its failed job ${id} cost 1 credit, once. Check that the PDF opens without a password. ${free} ${To}`;
	const when =
		fate === 'result gone' ? `If it is still missing on ${nameDay(journey)}: ${sentence}` : To;
	return `Job ${id} was charged. ${free} ${when}`;
}

function getSentence(number: number): string {
	return `to pay for another job, set 'Max Jobs per Document' to ${number} in the workflow, then run it again.`;
}

/** A day after the first job was made, rounded up to a minute, as the texts show it. */
function nameDay({ sandbox }: Journey): string {
	const minute = 60_000;
	const at = Math.ceil(((sandbox.jobs[0]?.createdAt ?? 0) + DAY_MS) / minute) * minute;
	return `${new Date(at).toISOString().slice(0, 16).replace('T', ' ')} UTC`;
}
