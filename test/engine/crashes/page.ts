import { ENDINGS, fatesOf, NEXTS, READINGS, type Cell } from './cell';
import type { Outcome } from './run';

const READING_TITLES = {
	'first-job': 'A repeated key is answered with its first job, as it is now',
	replay: 'A repeated key is answered with the first answer',
	conflict: 'A repeated key with another body is answered with 409',
};
/** Text of a cell: the charges and the errors. */
export function cellText({ charges, delivered, errors }: Outcome): string {
	const stuck = errors.length === 0 ? '' : delivered === 0 ? ', `CONFLICT`' : ', one `CONFLICT`';
	return `${charges}${stuck}`;
}

/** Name of the cell on the page. */
export function cellName({ reading, ending, fate, next }: Cell): string {
	return [reading, ending.title, fate ?? '–', next].join(' | ');
}

/** @param texts text of each cell, by name */
export function renderPage(texts: ReadonlyMap<string, string>): string {
	const sections = READINGS.map((reading) => {
		const rows = ENDINGS.flatMap((ending) =>
			fatesOf(ending).map((fate) => [
				ending.title,
				fate ?? '–',
				...NEXTS.map((next) => texts.get(cellName({ reading, ending, fate, next })) ?? ''),
			]),
		);
		const table = tableOf([['the first run', 'its job', ...NEXTS], ...rows]);
		return `## ${READING_TITLES[reading]}\n\n${table}\n`;
	});
	return `${INTRODUCTION}\n\n${sections.join('\n')}`;
}

/** Formats a table like prettier. */
function tableOf([head = [], ...rows]: string[][]): string {
	const widths = head.map((_, column) =>
		Math.max(3, ...[head, ...rows].map((row) => row[column]?.length ?? 0)),
	);
	const line = (row: string[]) =>
		`| ${row.map((text, column) => text.padEnd(widths[column] ?? 0)).join(' | ')} |`;
	return [head, widths.map((width) => '-'.repeat(width)), ...rows].map(line).join('\n');
}

const INTRODUCTION = `# Crash matrix

The charges for a document of one page if a run is killed, stopped or fails, and the document comes back minutes later. A cell adds up
the charges of both runs. They run in n8n-core's engine against the sandbox. After a kill, the calls of a run have no more
effect and get no more answers, and its memory is lost. \`npm run test:crashes\` checks this page,
\`npm run test:crashes -- --update\` writes it, and \`npm test\` runs a part of it.

- **1**: the document was paid for once. **2**: its first job failed, or its result is gone, so a later run paid for a new
  job.
- **\`CONFLICT\`**: nothing more was charged. The message names the document and the two ways out. If the cell says
  _one_, two runs ran at once: one ended so, and the other returned the result.`;
