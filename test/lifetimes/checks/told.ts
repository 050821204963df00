import { isFailed } from '../world/items';
import type { Call } from '../world/records';

/** A text about a document, or about a whole run. */
export interface Told {
	call: Call;
	text: string;
	code?: string;
	idempotencyKey?: string;
	/** The job that it is about. */
	jobId?: string;
	jobNumber?: number;
	/** Index of the document among those of the call, or of the job, if there is only one. */
	index?: number;
	/** Whether it ended the run. */
	isThrown: boolean;
}

interface FailedJson {
	error: {
		message: string;
		description: string;
		code: string;
		idempotency_key?: string;
		job_id?: string;
		job_number?: number;
	};
}

/** The texts of a call that its user sees. */
export function listTold(call: Call): Told[] {
	const { error, outputs = [] } = call;
	const failed = outputs.flatMap((item, index): Told[] => {
		if (!isFailed(item)) return [];
		const { error: own } = item.json as unknown as FailedJson;
		const { code, description, idempotency_key: idempotencyKey, job_id: jobId, message } = own;
		const text = `${message} ${description}`;
		const jobNumber = own.job_number;
		return [{ call, text, code, idempotencyKey, jobId, jobNumber, index, isThrown: false }];
	});
	if (!error) return failed;
	const { code, description, idempotencyKey, jobId, jobNumber, message } = error;
	const text = `${message} ${description}`;
	const index = findNamed(call, text);
	const thrown = { call, text, code, idempotencyKey, jobId, jobNumber, index, isThrown: true };
	return [thrown, ...failed];
}

/** The document that an error is about: an item with several PDFs is told by the name of the file. */
function findNamed({ entries, error, itemOf, jobIds }: Call, text: string): number | undefined {
	if (entries.length === 0 && jobIds.length > 0) return error?.itemIndex;
	const ofItem = [...itemOf.keys()].filter((index) => itemOf[index] === error?.itemIndex);
	if (ofItem.length <= 1) return ofItem[0];
	const named = ofItem.filter((index) =>
		text.includes(`document-${entries[index]?.content.content}.pdf`),
	);
	return named.length === 1 ? named[0] : undefined;
}
