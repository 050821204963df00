import { TagPdfError } from '../errors';
import type { Closing, Journal, Opened } from './journal';
import type { Entry } from './marks';

/**
 * The journal of a run, or none: where its store does not answer, a document is paid for once per
 * execution, and the log says so in one line.
 */
export class OptionalJournal {
	private silent = false;

	/**
	 * @param again the run is a manual retry
	 * @param log gets the one line
	 */
	constructor(
		private readonly journal: Journal,
		private readonly again: boolean,
		private readonly log: (message: string) => void,
	) {}

	/** @returns undefined where the store does not answer */
	async open(
		document: string,
		isSpent: (generation: number) => boolean,
	): Promise<Opened | undefined> {
		if (this.silent) return undefined;
		return await this.journal
			.open(document, { again: this.again, isSpent })
			.catch((error: unknown) => {
				if (error instanceof TagPdfError) throw error;
				this.giveUp(error);
				return undefined;
			});
	}

	async close(closing: Closing): Promise<void> {
		const count = (closing.delivered?.length ?? 0) + (closing.failed?.length ?? 0);
		if (count === 0) return;
		await this.journal.close(closing).catch((error: unknown) => {
			this.giveUp(error);
		});
	}

	async since(entry: Entry): Promise<string | undefined> {
		return await this.journal.since(entry).catch((error: unknown) => {
			this.giveUp(error);
			return undefined;
		});
	}

	private giveUp(error: unknown): void {
		if (!this.silent) {
			this.log(
				`n8n's deduplication store does not answer, so documents are paid for once per execution: ${String(error)}`,
			);
		}
		this.silent = true;
	}
}
