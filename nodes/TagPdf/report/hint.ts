import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

/** What a run tells its user of reports with regressions; undefined where there is nothing to tell. */
export function writeRegressionHint(outputs: readonly INodeExecutionData[]): string | undefined {
	const worse = outputs.filter(
		({ json }) => hasRegressions(json) || hasRegressions(json.job),
	).length;
	if (worse === 0) return undefined;
	const are = worse === 1 ? '1 tagged PDF is' : `${worse} tagged PDFs are`;
	return `${are} worse than the document: see report.regressions.`;
}

/** @param job of an item that keeps its own JSON beside it, too */
function hasRegressions(job: unknown): boolean {
	const { report } = (job ?? {}) as IDataObject;
	const { regressions } = (report ?? {}) as IDataObject;
	return Array.isArray(regressions) && regressions.length > 0;
}
