import type { Results } from '../outcome/results';
import type { Figure } from '../outcome/row';

/** Measured cost of a document of one or a few pages. */
export interface Cost {
	/** Milliseconds of n8n's processor time per document, in an execution of many documents. */
	document: number;
	/** Milliseconds of n8n's processor time per execution, without its documents. */
	execution: number;
	/** Calls of the service's API: upload, submission, result and polls. */
	calls: number;
	/** Milliseconds that the journal needs with a full row, for a document that comes alone. */
	row: number;
}

const CALLS_BESIDE_POLLS = 3;

/** Reads the cost of a document from the results; figures that were not measured are NaN. */
export function costOf(results: Results): Cost {
	const figure = (bench: string, row: string, contestant: string, what: string) => {
		const rows = results.benches[bench] ?? [];
		const figures = rows.find(({ name }) => name === row)?.figures ?? [];
		const isIt = (each: Figure) => each.contestant === contestant && each.what === what;
		return figures.find(isIt)?.median ?? NaN;
	};
	const polls = figure('batch', '60 × 5 s, all at once, default in flight', 'Tag PDF', 'polls');
	return {
		document: figure(
			'growth',
			'documents in an execution',
			'1000',
			'processor time for a document',
		),
		execution: figure('trigger', 'n8n as it comes, 10 connections', 'webhook', 'processor time'),
		calls: CALLS_BESIDE_POLLS + polls,
		row: figure('journal', 'full row, one by one', 'journal', 'time for a document'),
	};
}
