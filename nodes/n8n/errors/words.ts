import type { ErrorFacts } from '../../client/errors';

/** A file name as messages show it. */
export function quoted(fileName: string): string {
	return `"${fileName}"`;
}

/** The document by its name. */
export function documentIn({ fileName }: ErrorFacts, otherwise = 'this document'): string {
	return fileName === undefined ? otherwise : quoted(fileName);
}

/** What is the document's, e.g. ` of "report.pdf"`. */
export function ofDocument({ fileName }: ErrorFacts): string {
	return fileName === undefined ? '' : ` of ${quoted(fileName)}`;
}

/** A job by its document; descriptions have its ID. */
export function jobIn(facts: ErrorFacts): string {
	return facts.fileName === undefined ? jobNamed(facts) : `the job${ofDocument(facts)}`;
}

export function jobNamed({ jobId }: ErrorFacts): string {
	return jobId === undefined ? 'the job' : `job ${jobId}`;
}

export function capital(text: string): string {
	return text.charAt(0).toUpperCase() + text.slice(1);
}

export function seconds(ms: number): string {
	const count = Math.round(ms / 1000);
	return count === 1 ? '1 second' : `${count} seconds`;
}
