import type { Answers, Facts, NullableAnswers } from '../inspection';
import { Unknown } from '../syntax';
import type { Turns } from '../turns';

/** Collects answers. A question without an answer keeps the reason. */
export class AnswerSheet {
	readonly known: Partial<Facts> = {};
	readonly unknown: Partial<Record<keyof Facts, string>> = {};

	constructor(private readonly turns: Turns) {}

	/** Stores the value of a field, or why it is unknown. */
	async answer<Field extends keyof Facts>(
		field: Field,
		findValue: () => Promise<Facts[Field]> | Facts[Field],
	): Promise<void> {
		const value = await this.find<Facts[Field]>(findValue);
		if (value instanceof Unknown) this.unknown[field] = value.reason;
		else Object.assign(this.known, { [field]: value });
	}

	/** Finds the value of several answers, or why it is unknown. */
	async find<T>(findValue: () => Promise<T> | T): Promise<T | Unknown> {
		await this.turns.yieldIfDue();
		try {
			return await findValue();
		} catch (error) {
			if (error instanceof Unknown) return error;
			return new Unknown('it contains something that this reader does not expect');
		}
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
