import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import { quoteName } from '../../n8n/errors';

/** Maximum number of documents that a hint names. */
const MAX_NAMED_DOCUMENTS = 3;

/** Hint for the user about reports with regressions; undefined if there are none. */
export function writeRegressionHint(outputs: readonly INodeExecutionData[]): string | undefined {
	const worse = outputs.flatMap(({ json }) =>
		[json, (json.job ?? {}) as IDataObject].filter(hasRegressions).slice(0, 1),
	);
	if (worse.length === 0) return undefined;
	const names = worse.flatMap(({ filename }) =>
		typeof filename === 'string' ? [quoteName(filename)] : [],
	);
	const more = names.length > MAX_NAMED_DOCUMENTS ? ', …' : '';
	const named =
		names.length === 0 ? '' : ` (${names.slice(0, MAX_NAMED_DOCUMENTS).join(', ')}${more})`;
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
