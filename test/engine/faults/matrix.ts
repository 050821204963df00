import { STEPS, TITLES, type Cell } from './cell';
import type { Outcome } from './run';

/** Both executions of a cell: the run that the fault ends, and the run with Continue On Fail. */
export interface CellResult {
	cell: Cell;
	outcomes: Outcome[];
}

/** Total counts of the matrix. */
export function totals(results: readonly CellResult[]) {
	const outcomes = results.flatMap((result) => result.outcomes);
	const recovered = results.filter(({ cell }) => cell.ends === 'recovered').length;
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
			const { ends } = found.cell;
			return ends === 'recovered' ? ends : `\`${ends.code}\``;
		}),
	]);
	return table(['fault', ...STEPS.map((step) => TITLES[step])], rows);
}

export function renderTotals(results: readonly CellResult[]): string {
	const { cells, recovered, clearErrors, doubleCharges, lostResults, leaks } = totals(results);
	return `${cells} cells: ${recovered} recovered, ${clearErrors} clear errors; double charges ${doubleCharges}, lost results ${lostResults}, leaks ${leaks}.`;
}

/** The error texts that users read, by step. */
function renderTexts(results: readonly CellResult[]): string {
	return STEPS.map((step) => {
		const faults = new Map<string, string[]>();
		for (const { cell } of results) {
			if (cell.step !== step || cell.ends === 'recovered') continue;
			const { code, message, description } = cell.ends;
			const text = `\`${code}\` **${message}**\n  ${description}`;
			faults.set(text, [...(faults.get(text) ?? []), cell.fault]);
		}
		const items = [...faults].map(([text, rows]) => `- ${text}\n  (${rows.join('; ')})`);
		return `### ${TITLES[step]}\n\n${items.join('\n')}`;
	}).join('\n\n');
}

/** Renders docs/evidence/fault-matrix.md. Every run gives the same page, so a difference is a new behaviour. */
export function renderPage(results: readonly CellResult[]): string {
	return `# Fault matrix

Every fault at every step of Document → Tag where the fault makes sense. The cells run in n8n-core's engine against the sandbox: \`npm run test:faults\` prints the matrix and checks this page, \`npm run test:faults -- --update\` writes it.

- **recovered**: the node returned the tagged PDF and paid for the document once.
- a code: a clear error, as [below](#what-users-read). The message names everything that was paid for; otherwise a retry resumes it, or the next run if this run continued.
- **–**: the fault makes no sense at this step.
- "every time" and "lasting" mean a fault that stays. All other faults happen once.

Each cell also asserts the credits charged, the jobs created and the requests sent. No output, error, log or stored execution contains an API key or a presigned address or form.

${renderTotals(results)}

${renderMatrix(results)}

## What users read

\`{api}\`, \`{storage}\`, \`{job}\` and the like stand for addresses and ids. \`{way}\` is "Run again: you do not pay twice." where the error ends the execution, and "Use Job → Download." in an item that fails.

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
