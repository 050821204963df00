import type { IDataObject, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { quoteName } from '../../n8n/errors';
import type { ItemState } from '../item';
import type { Progress } from './progress';

/** Maximum number of documents or items that a hint names. */
const MAX_NAMED = 3;

/** Shows a summary and warnings above the output of the node. */
export function showHints(
	context: IExecuteFunctions,
	outputs: readonly INodeExecutionData[],
	states: readonly ItemState[],
	progress: Progress,
): void {
	showHint(context, 'warning', describeRegressions(outputs));
	showHint(context, 'info', progress.isNoteworthy ? `${String(progress)}.` : undefined);
	showHint(context, 'warning', describeChargeMismatches(states));
}

/** Tools in n8n 1.85 have no place for hints. */
function showHint(
	context: IExecuteFunctions,
	type: 'info' | 'warning',
	message: string | undefined,
): void {
	const host: Partial<Pick<IExecuteFunctions, 'addExecutionHints'>> = context;
	if (message !== undefined) host.addExecutionHints?.({ message, type, location: 'outputPane' });
}

/** A sentence about reports with regressions; undefined if there are none. */
export function describeRegressions(outputs: readonly INodeExecutionData[]): string | undefined {
	const worse = outputs.flatMap(({ json }) =>
		[json, (json.job ?? {}) as IDataObject].filter(hasRegressions).slice(0, 1),
	);
	if (worse.length === 0) return undefined;
	const names = worse.flatMap(({ filename }) =>
		typeof filename === 'string' ? [quoteName(filename)] : [],
	);
	const more = names.length > MAX_NAMED ? ', …' : '';
	const named = names.length === 0 ? '' : ` (${names.slice(0, MAX_NAMED).join(', ')}${more})`;
	const are =
		worse.length === 1
			? '1 tagged PDF is worse than its document'
			: `${worse.length} tagged PDFs are worse than their documents`;
	return `${are}${named}: see report.regressions.`;
}

/** Whether the JSON of an item, or of the job in it, has a report with regressions. */
function hasRegressions({ report }: IDataObject): boolean {
	const { regressions } = (report ?? {}) as IDataObject;
	return Array.isArray(regressions) && regressions.length > 0;
}

/**
 * A sentence about items that cost more or less than their pages. Budgets count pages, so such charges make them
 * wrong.
 *
 * @param states by index of the item; only documents whose pages were counted are compared
 * @returns undefined if there are none
 */
export function describeChargeMismatches(states: readonly ItemState[]): string | undefined {
	const different = states.flatMap(({ job, submission }, index) => {
		const { isResumed = true, pages } = submission ?? {};
		const used: unknown = job?.credits_used;
		if (isResumed || pages === undefined || typeof used !== 'number' || used === pages) return [];
		// The service may not have counted a pending job yet.
		if (used === 0 && job?.status === 'processing') return [];
		return [`item ${index} (${used} instead of ${pages})`];
	});
	if (different.length === 0) return undefined;
	const rest = different.length - MAX_NAMED;
	const told = [...different.slice(0, MAX_NAMED), ...(rest > 0 ? [`${rest} more`] : [])];
	return `The service charged a different number of credits than the page count: ${told.join(', ')}.`;
}
