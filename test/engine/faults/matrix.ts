import { STEPS, type Cell, type FlowStep } from './rows';
import type { Outcome } from './run';

const TITLES: Record<FlowStep, string> = {
	createUpload: 'create upload',
	store: 'store',
	submitJob: 'submit',
	getJob: 'poll',
	getResult: 'result',
	download: 'download',
};

export const nameOf = ({ fault, step }: Cell) => `${TITLES[step]} × ${fault}`;

/** The executions of a cell: one that the fault may end, and if it does, one with Continue On Fail. */
export interface CellResult {
	cell: Cell;
	outcomes: [stopping: Outcome] | [stopping: Outcome, carryingOn: Outcome];
}

/** The tries of the cell's step; its requests may not get as far as the service. */
function countTries({ step }: Cell, { requests, refusals }: Outcome): number {
	const prepared =
		step === 'store' ? requests.createUpload : step === 'download' ? requests.getResult : 0;
	return Math.max(requests[step], prepared, refusals);
}

/** Total counts of the matrix. */
export function totals(results: readonly CellResult[]) {
	const outcomes = results.flatMap((result) => result.outcomes);
	const recovered = outcomes.filter(({ error }) => !error).length;
	const sum = (count: (outcome: Outcome) => number) =>
		outcomes.reduce((total, outcome) => total + count(outcome), 0);
	return {
		cells: results.length,
		recovered,
		clearErrors: results.length - recovered,
		doubleCharges: sum(({ jobs, credits }) => Math.max(0, jobs.length - 1, credits - 1)),
		lostResults: sum(({ lost }) => lost.length),
		leaks: sum(({ leaks }) => leaks.length),
	};
}

/** The matrix as text: the outcome of each fault (row) at each step (column). */
export function renderMatrix(results: readonly CellResult[]): string {
	const rows = [...new Set(results.map(({ cell }) => cell.fault))].map((fault) => [
		fault,
		...STEPS.map((step) => {
			const found = results.find(({ cell }) => cell.fault === fault && cell.step === step);
			if (!found) return '–';
			const [stopping, carryingOn] = found.outcomes;
			const code = carryingOn?.error?.code;
			const ending = code === undefined ? 'recovered' : `\`${code}\``;
			const isCharged = step === 'submitJob' && stopping.error && stopping.jobs.length > 0;
			return `${ending} ${countTries(found.cell, stopping)}${isCharged ? ', charged' : ''}`;
		}),
	]);
	return table(['fault', ...STEPS.map((step) => TITLES[step])], rows);
}

export function renderTotals(results: readonly CellResult[]): string {
	const { cells, recovered, clearErrors, doubleCharges, lostResults, leaks } = totals(results);
	return `${cells} cells: ${recovered} recovered, ${clearErrors} clear errors, ${doubleCharges} double charges, ${lostResults} lost results, ${leaks} leaks.`;
}

/** The error texts that users read, by step. */
function renderTexts(results: readonly CellResult[]): string {
	return STEPS.map((step) => {
		const faults = new Map<string, string[]>();
		for (const { cell, outcomes } of results) {
			const [{ error }, carryingOn] = outcomes;
			if (cell.step !== step || !error) continue;
			const { code, reason = 'no reason' } = carryingOn?.error ?? {};
			const text = `\`${code}\` **${error.message}**\n  ${error.description} (${reason})`;
			faults.set(text, [...(faults.get(text) ?? []), cell.fault]);
		}
		const items = [...faults].map(([text, rows]) => `- ${text}\n  (${rows.join('; ')})`);
		return `### ${TITLES[step]}\n\n${items.join('\n')}`;
	}).join('\n\n');
}

/** Renders docs/evidence/fault-matrix.md. Every run gives the same page, so a difference is a new behaviour. */
export function renderPage(results: readonly CellResult[]): string {
	return `# Fault matrix

This page shows what the node does after each fault, at each step of Document → Tag at which the fault makes sense. Each cell runs in n8n-core's engine against the sandbox. \`npm run test:faults\` prints the matrix and checks this page. \`npm run test:faults -- --update\` writes the page.

A cell says:

- **recovered**: the node returned the tagged PDF and paid for the document once.
- a code: the node failed with a clear error ([all texts](#what-users-read)). The error says what is paid for. A Retry, or the next run if the workflow has continued, finds every paid job without paying again.
- a number: how often the node tried the step. The time is virtual, so the number is the same in every run.
- charged: the service made the job, but its answer did not arrive. The error says that the document may be paid for.
- **–**: the fault makes no sense at this step.

Resets, silent or broken answers, expired addresses and the statuses from 429 on happen once, unless the row says "every time" or "in an hour". All other faults stay, unless the row says "then", "brief" or "still".

Each cell also checks the credits charged, the jobs created and the requests sent. It checks that no output, error, log or stored execution contains an API key or a presigned address or form (short-lived permissions for storage).

${renderTotals(results)}

${renderMatrix(results)}

## What users read

Each error has its code, its headline, and its description with the reason from the error's details in parentheses. The last line of an entry names the faults that lead to the error. \`{api}\`, \`{storage}\`, \`{job}\` and other names in braces stand for addresses and IDs. \`{way}\` is "Run again: you do not pay twice." if the error ends the execution, and "Use Job → Download." in an item that fails.

${renderTexts(results)}
`;
}

function table(head: string[], rows: string[][]): string {
	const widths = head.map((_, column) =>
		Math.max(...[head, ...rows].map((row) => row[column]?.length ?? 0)),
	);
	const line = (row: string[]) =>
		`| ${row.map((text, column) => text.padEnd(widths[column] ?? 0)).join(' | ')} |`;
	const rule = line(widths.map((width) => '-'.repeat(width)));
	return [line(head), rule, ...rows.map(line)].join('\n');
}
