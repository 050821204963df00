import type { Body } from '../body';
import type { Turns } from '../turns';
import {
	byLastDefinition,
	documentIn,
	referencedIn,
	type PdfDocument,
	type Revision,
} from './document';

/** The revisions and documents in a file. Each is computed once, on demand. */
export class Readings {
	private referencedOnce?: Promise<Revision | undefined>;
	private lastOnce?: Promise<PdfDocument | undefined>;

	constructor(
		readonly body: Body,
		readonly turns: Turns,
	) {}

	/** The revision by its cross-reference; undefined if the cross-reference is broken. */
	async referenced(): Promise<Revision | undefined> {
		this.referencedOnce ??= referencedIn(this.body, this.turns);
		return await this.referencedOnce;
	}

	/** The document by its cross-reference. */
	async byCrossReference(): Promise<PdfDocument | undefined> {
		return documentIn(await this.referenced());
	}

	/** The document by the last definitions of its objects. */
	async byLastDefinition(): Promise<PdfDocument | undefined> {
		this.lastOnce ??= byLastDefinition(this.body, this.turns).catch(() => undefined);
		return await this.lastOnce;
	}
}
