import type { Answers, Facts, Known } from '../inspection';
import { Unknown } from '../syntax';
import type { Turns } from '../turns';

/** Answers as they are found; what cannot be answered keeps its reason. */
export class AnswerSheet {
	readonly known: Partial<Facts> = {};
	readonly unknown: Partial<Record<keyof Facts, string>> = {};

	constructor(private readonly turns: Turns) {}

	/** Takes what `find` gives; of several fields the same doubt counts for all. */
	async answer<Field extends keyof Facts>(
		fields: readonly Field[],
		find: () => Promise<Pick<Facts, Field>> | Pick<Facts, Field>,
	): Promise<void> {
		await this.turns.give();
		try {
			Object.assign(this.known, await find());
		} catch (error) {
			const reason =
				error instanceof Unknown ? error.reason : 'it holds what this reader does not foresee';
			for (const field of fields) this.unknown[field] = reason;
		}
	}

	/** Why fields are null. */
	reasons(fields: ReadonlyArray<keyof Answers>): Partial<Record<keyof Answers, string>> {
		const unknown = fields.filter((field) => this.unknown[field] !== undefined);
		return Object.fromEntries(unknown.map((field) => [field, this.unknown[field]]));
	}

	/** All fields, null where nothing is known. */
	all(fields: ReadonlyArray<keyof Answers>): Known {
		return Object.fromEntries(
			fields.map((field) => [field, this.known[field] ?? null]),
		) as unknown as Known;
	}
}
