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

What a document of one page has cost in the end when a run with it is killed, stopped or fails, and it
comes back: the charges of both runs together. Run in n8n-core's engine against the sandbox: a kill is a
run whose calls have no more effect and no more answers from that moment on, and whose memory is gone.
\`npm run test:crashes\` checks this page, \`npm run test:crashes -- --update\` writes it; \`npm test\` runs a
part of it.

- **1**: paid for once, and the result came out. **2**: the first job has failed, its result is gone, or the
  node had given it out and a new run asked for it anew. A Retry asks for what was given out last, and pays
  nothing.
- **\`CONFLICT\`**: nothing more was charged; the message names the document and the two ways out. _One_ of two
  runs at once ended so, the other gave the result out.`;
