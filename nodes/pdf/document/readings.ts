import type { Body } from '../body';
import type { Turns } from '../turns';
import {
	byLastDefinition,
	documentIn,
	referencedIn,
	type PdfDocument,
	type Revision,
} from './document';

/** What the objects of a file make up; each is looked for once, when it is asked for. */
export class Readings {
	private referencedOnce?: Promise<Revision | undefined>;
	private lastOnce?: Promise<PdfDocument | undefined>;

	constructor(
		readonly body: Body,
		readonly turns: Turns,
	) {}

	/** What its cross-reference leads to; undefined when that is broken. */
	async referenced(): Promise<Revision | undefined> {
		this.referencedOnce ??= referencedIn(this.body, this.turns);
		return await this.referencedOnce;
	}

	/** The document by its cross-reference. */
	async byCrossReference(): Promise<PdfDocument | undefined> {
		return documentIn(await this.referenced());
	}

	/** The document by what stands in the file. */
	async byLastDefinition(): Promise<PdfDocument | undefined> {
		this.lastOnce ??= byLastDefinition(this.body, this.turns).catch(() => undefined);
		return await this.lastOnce;
	}
}
