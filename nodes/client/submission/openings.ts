import type { Entry, OptionalJournal } from '../journal';
import type { JobOptions } from '../service';
import { documentMark, idempotencyKey, type IdempotencyScope } from './idempotencyKey';
import type { SubmissionRecord, SubmissionRecords } from './records';
import { submissionIdOf } from './submissionId';

type Kept = Pick<SubmissionRecord, 'document' | 'generation' | 'journaled' | 'once'>;

/** The submission that a document has or is to have. */
export interface Opening {
	id: string;
	/** What is kept of it beside what is sent. */
	kept: Kept;
}

/** A document whose content is known. */
export interface OpenedDocument {
	digest: string;
	options: JobOptions;
	scope: IdempotencyScope;
}

/** Says as what each document of a run is submitted, the same for all items that have it. */
export class Openings {
	private readonly byDocument = new Map<string, Promise<Opening>>();
	/** Documents that have had their one more attempt of this run. */
	private readonly replaced = new Map<string, Promise<void>>();

	constructor(
		private readonly records: SubmissionRecords,
		private readonly journal: OptionalJournal,
		private readonly account: string,
	) {}

	/** @throws TagPdfError `FAILED_REPEATEDLY` */
	async of(document: OpenedDocument): Promise<Opening> {
		const mark = documentMark(this.account, document.scope, document);
		const known = this.byDocument.get(mark);
		if (known) return await known;
		const own = this.open(mark, document);
		this.byDocument.set(mark, own);
		return await own;
	}

	/**
	 * Leaves a submission whose job is of no use, once per document and run.
	 *
	 * @returns whether there may be another one
	 */
	async replace(id: string, why: 'delivered' | 'failed'): Promise<boolean> {
		const { journal, records } = this;
		// Another item with the same document was first.
		if (records.isSpent(id)) return true;
		const record = records.get(id);
		if (record?.once) return false;
		const document = record?.document ?? id;
		if (this.replaced.has(document)) return false;
		records.spend(id);
		this.byDocument.delete(document);
		const entry = record && entryOf(record);
		const closed = entry ? journal.close({ [why]: [entry] }) : Promise.resolve();
		this.replaced.set(document, closed);
		await closed;
		return true;
	}

	private async open(mark: string, document: OpenedDocument): Promise<Opening> {
		const { journal, records } = this;
		const { scope } = document;
		const idOf = (generation: number, journaled: boolean) => {
			const key = idempotencyKey(scope, { ...document, generation, journaled });
			return submissionIdOf(this.account, key);
		};
		if (scope.scope === 'custom' && scope.once) {
			return { id: idOf(1, true), kept: { document: mark, journaled: scope.scope, once: true } };
		}
		await this.replaced.get(mark);
		const known = records.ofDocument(mark);
		if (known !== undefined) {
			const { generation, journaled } = records.get(known) ?? {};
			return { id: known, kept: { document: mark, generation, journaled } };
		}

		const isSpent = (generation: number) => records.isSpent(idOf(generation, true));
		const opened = await journal.open(mark, isSpent);
		if (opened) {
			const { generation, state } = opened;
			const kept = { document: mark, generation, journaled: scope.scope };
			const id = idOf(generation, true);
			if (state !== 'fresh') records.noteEarlier(id);
			return { id, kept };
		}
		let generation = 1;
		while (records.isSpent(idOf(generation, false))) generation += 1;
		return { id: idOf(generation, false), kept: { document: mark } };
	}
}

/** What the journal has of a submission. */
export function entryOf({ document, generation, journaled }: Kept): Entry | undefined {
	return document === undefined || generation === undefined || journaled === undefined
		? undefined
		: { document, generation };
}
