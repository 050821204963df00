import { ENDINGS, fatesOf, NEXTS, READINGS, SCOPES, type Cell } from './cell';
import type { Outcome } from './run';

const READING_TITLES = {
	'first-job': 'a repeated key is answered with its first job',
	conflict: 'a repeated key with another body is answered with 409',
};
const SCOPE_TITLES = {
	delivery: 'Until Delivered',
	content: 'Per File Content',
	custom: 'Per Own Key',
};

/** Text of a cell: the charges and the errors. */
export function cellText({ charges, delivered, errors }: Outcome): string {
	const stuck = errors.length === 0 ? '' : delivered === 0 ? ', `CONFLICT`' : ', one `CONFLICT`';
	return `${charges}${stuck}`;
}

/** Name of the cell on the page. */
export function cellName({ reading, scope, ending, fate, next }: Cell): string {
	return [reading, scope, ending.title, fate ?? '–', next].join(' | ');
}

/** @param texts text of each cell, by name */
export function renderPage(texts: ReadonlyMap<string, string>): string {
	const sections = SCOPES.flatMap((scope) =>
		READINGS.map((reading) => {
			const rows = ENDINGS.flatMap((ending) =>
				fatesOf(ending).map((fate) => [
					ending.title,
					fate ?? '–',
					...NEXTS.map((next) => texts.get(cellName({ reading, scope, ending, fate, next })) ?? ''),
				]),
			);
			const title = `## ${SCOPE_TITLES[scope]}, ${READING_TITLES[reading]}`;
			return `${title}\n\n${tableOf([['the first run', 'its job', ...NEXTS], ...rows])}\n`;
		}),
	);
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

The charges for a document of one page if a run is killed, stopped or fails, and the document comes back. A cell adds up
the charges of both runs. They run in n8n-core's engine against the sandbox. After a kill, the calls of a run have no more
effect and get no more answers, and its memory is lost. \`npm run test:crashes\` checks this page,
\`npm run test:crashes -- --update\` writes it, and \`npm test\` runs a part of it.

- **1**: the node paid once and returned the result. **2**: the first job failed, its result is gone, or a new run asked
  again for a result that the node had returned. A Retry gets the last result again, free of charge.
- **\`CONFLICT\`**: nothing more was charged. The message names the document and the two ways out. If the cell says
  _one_, two runs ran at once: one ended so, and the other returned the result.`;
