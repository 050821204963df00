import type { Body } from '../body';
import type { Page, PdfDocument } from '../document';
import { Unknown } from '../syntax';
import type { DecryptString } from './texts';

/** A document as far as it could be opened. */
export interface OpenedDocument {
	body: Body;
	document?: PdfDocument;
	/** Its pages, or why they are unknown. */
	pages: readonly Page[] | Unknown;
	/** Why its content cannot be read; undefined if it can. */
	closedReason?: string;
	encrypted: boolean | Unknown;
	opensWithoutPassword: boolean | Unknown;
	blocksAssistance: boolean | Unknown;
	decrypt: DecryptString;
}

/** @throws Unknown if its content cannot be read */
export function requireDocument({ closedReason, document }: OpenedDocument): PdfDocument {
	if (closedReason !== undefined) throw new Unknown(closedReason);
	if (!document) throw new Unknown('it has no reliable document catalog');
	return document;
}

/** @throws Unknown instead of returning it */
export function requireKnown<T>(value: T | Unknown): T {
	if (value instanceof Unknown) throw value;
	return value;
}

export function isDamaged({ body, closedReason, document, pages }: OpenedDocument): boolean {
	if (closedReason !== undefined) throw new Unknown(closedReason);
	return (
		body.damage.size > 0 ||
		body.wrongLengths.size > 0 ||
		document === undefined ||
		document.rebuilt !== undefined ||
		pages instanceof Unknown
	);
}
