import type { Answers, Facts, NullableAnswers } from '../inspection';
import { Unknown } from '../syntax';
import type { Turns } from '../turns';

/** Collects answers. A question without an answer keeps the reason. */
export class AnswerSheet {
	readonly known: Partial<Facts> = {};
	readonly unknown: Partial<Record<keyof Facts, string>> = {};

	constructor(private readonly turns: Turns) {}

	/** Stores the result of `find`. A doubt applies to all of its fields. */
	async answer<Field extends keyof Facts>(
		fields: readonly Field[],
		findAnswers: () => Promise<Pick<Facts, Field>> | Pick<Facts, Field>,
	): Promise<void> {
		await this.turns.yieldIfDue();
		try {
			Object.assign(this.known, await findAnswers());
		} catch (error) {
			const reason =
				error instanceof Unknown
					? error.reason
					: 'it contains something that this reader does not expect';
			for (const field of fields) this.unknown[field] = reason;
		}
	}

	/** Stores the value of one field. */
	async answerField<Field extends keyof Facts>(
		field: Field,
		findValue: () => Promise<Facts[Field]> | Facts[Field],
	): Promise<void> {
		await this.answer([field], async () => {
			const value = await findValue();
			return { [field]: value } as Pick<Facts, Field>;
		});
	}

	/** Why fields are null. */
	getReasons(fields: ReadonlyArray<keyof Answers>): Partial<Record<keyof Answers, string>> {
		const unknown = fields.filter((field) => this.unknown[field] !== undefined);
		return Object.fromEntries(unknown.map((field) => [field, this.unknown[field]]));
	}

	/** All fields; null if unknown. */
	getAnswers(fields: ReadonlyArray<keyof Answers>): NullableAnswers {
		return Object.fromEntries(
			fields.map((field) => [field, this.known[field] ?? null]),
		) as unknown as NullableAnswers;
	}
}
