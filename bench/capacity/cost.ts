import type { Results } from '../outcome/results';
import type { Figure } from '../outcome/row';

/** What a document of a page or a few takes of everything, as measured. */
export interface Cost {
	/** Milliseconds of n8n's processor for a document among many of an execution. */
	document: number;
	/** Milliseconds of n8n's processor for an execution beside its documents. */
	execution: number;
	/** Of the service's API: an upload, a submission, a result, and the polls. */
	calls: number;
	/** Milliseconds that the journal's row is busy for a document that comes alone, when it is full. */
	row: number;
}

const CALLS_BESIDE_POLLS = 3;

/** The measured cost of a document; figures that were not measured are NaN. */
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
