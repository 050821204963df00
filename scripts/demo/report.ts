import Table from 'cli-table3';
import pc from 'picocolors';
import type { Sandbox } from '../../sandbox';
import type { Document } from './documents';

/** Outcome for a document. */
export interface Row {
	document: Document;
	creditsBefore: number;
	creditsAfter: number;
	/** Message of the node's error; the fields below exist only without an error. */
	failure?: string;
	path?: string;
	/** Size of the tagged document. */
	bytes?: number;
	/** Structure elements of the tagged document. */
	elements?: number;
	/** From submission to the end of the job. */
	seconds?: number;
}

const HEAD = ['File', 'Pages', 'Credits', 'Structure elements', 'Bytes', 'Seconds'];

/** The rows as a table. Some cells show a value before and after tagging: before → after. */
export function table(rows: Row[]): string {
	const style = { head: [], border: [], compact: true };
	const lines = new Table({ head: HEAD, style, colAligns: ['left', ...HEAD.slice(1).map(right)] });
	for (const row of rows) {
		const { document, creditsBefore, creditsAfter } = row;
		lines.push([
			document.name,
			number(document.structure?.pages),
			`${number(creditsBefore)} → ${number(creditsAfter)}`,
			`${number(document.structure?.elements)} → ${number(row.elements)}`,
			`${number(document.content.length)} → ${number(row.bytes)}`,
			row.seconds?.toFixed(1) ?? '-',
		]);
	}
	return lines.toString();
}

/** Lines below the table: paths, failures, and the limits of the tagger. */
export function notes(rows: Row[], tagger: Sandbox['tagger']['name']): string {
	return [
		...rows.map(({ document, path, failure }) =>
			failure
				? pc.red(`${document.name} was not tagged: ${failure}`)
				: pc.green(`${document.name} → ${path}`),
		),
		tagger === 'stamp'
			? pc.yellow(
					'No Java 11 or newer was found: the documents are stamped, not tagged.\n' +
						'Install one for real tags (Debian: apt-get install default-jre-headless).',
				)
			: pc.dim('Tagged by OpenDataLoader PDF: real tags, but no certificate of PDF/UA.'),
	].join('\n');
}

function right() {
	return 'right' as const;
}

function number(value: number | undefined) {
	return value === undefined ? '-' : value.toLocaleString('en');
}
