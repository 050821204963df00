import type { Encryption } from '../encryption/security';

export type Recommendation = 'tag' | 'tag_with_ocr' | 'skip' | 'review';

/** Answers about a document, by the names that users of Inspect see, also in `reasons`. */
export interface Answers {
	/** Expected credits: the service charges one per page. */
	pages: number;
	/** Marked as tagged, with a structure tree that covers every page with content. */
	tagged: boolean;
	/** Number of pages that show an image and no text, or only a few characters beside a large image. */
	image_only_pages: number;
	encryption: Encryption;
	signed: boolean;
	form: 'none' | 'acroform' | 'xfa';
	/** Empty without one; so is the language. */
	title: string;
	language: string;
}

interface Findings extends Answers {
	/** Pages with text. */
	pagesWithText: number;
	/** Pages that show only lines or areas. */
	drawingPages: number;
	/** The documents are embedded files. */
	isPortfolio: boolean;
	/** It claims to be tagged. */
	isMarked: boolean;
	/** It has structure elements, but does not claim to be tagged. */
	hasUnmarkedTree: boolean;
	/** Its cross-reference is broken. */
	isDamaged: boolean;
}

/** Each is certain, or null. */
export type OrNull<T> = { [Field in keyof T]: T[Field] | null };
/** What a recommendation depends on. */
export type Evidence = OrNull<Findings>;

/**
 * Recommends what to do with a document. `skip` needs full evidence: otherwise a document that only claims
 * to be tagged would be skipped, and nobody would notice.
 *
 * @param unknown why answers are null; each becomes a reason, too
 */
export function recommend(
	evidence: Evidence,
	unknown: Readonly<Record<string, string>>,
): { recommendation: Recommendation; reasons: string[] } {
	const { encryption, image_only_pages: imageOnlyPages, pages, signed, tagged } = evidence;
	const doubts = listDoubts(evidence)
		.filter(([applies]) => applies)
		.map(([, reason]) => reason);
	const gaps = [...listMissing(evidence), ...explainUnknown(unknown)];
	if (doubts.length > 0 || [encryption, imageOnlyPages, pages, signed, tagged].includes(null)) {
		return { recommendation: 'review', reasons: [...doubts, ...gaps] };
	}
	if (tagged === true) return { recommendation: 'skip', reasons: ['It is tagged', ...gaps] };
	if (imageOnlyPages === 0) {
		return { recommendation: 'tag', reasons: ['It is not tagged', ...gaps] };
	}
	const reason = 'It is not tagged, and some pages are images without text';
	return { recommendation: 'tag_with_ocr', reasons: [reason, ...gaps] };
}

/** What checkers demand of a tagged document (WCAG 2.4.2 and 3.1.1). It decides nothing here. */
function listMissing({ language, tagged, title }: Evidence): string[] {
	if (tagged !== true) return [];
	return [
		...(title === '' ? ['It has no title'] : []),
		...(language === '' ? ['It has no language'] : []),
	];
}

/** One text for each reason, because one doubt often affects many answers. */
function explainUnknown(unknown: Readonly<Record<string, string>>): string[] {
	const groups = new Map<string, string[]>();
	for (const [field, reason] of Object.entries(unknown)) {
		groups.set(reason, [...(groups.get(reason) ?? []), field]);
	}
	return [...groups].map(
		([reason, fields]) => `Not known, because ${reason}: ${fields.join(', ')}`,
	);
}

function listDoubts(evidence: Evidence): Array<[applies: boolean, reason: string]> {
	const { drawingPages, encryption, isMarked, pagesWithText, tagged } = evidence;
	const imageOnlyPages = evidence.image_only_pages;
	const isTagged = tagged === true;
	const isUntagged = tagged === false;
	const hasImageOnly = (imageOnlyPages ?? 0) > 0;
	return [
		[encryption === 'password_needed', 'It needs a password to open'],
		[
			encryption === 'openable' && !isTagged,
			'It is encrypted, although it opens without a password',
		],
		[evidence.pages === 0, 'It has no pages'],
		[evidence.signed === true, 'It is signed, and tagging breaks a signature'],
		[evidence.form === 'xfa', 'It has an XFA form, which is not PDF content'],
		[evidence.isPortfolio === true, 'It is a portfolio, whose documents are files in it'],
		[isMarked === true && pagesWithText === 0, 'It claims to be tagged, but no page shows text'],
		[isMarked === true && isUntagged, 'It claims to be tagged, but has no structure elements'],
		[isTagged && hasImageOnly, 'It is tagged, but some pages are images without text'],
		[isUntagged && pagesWithText === 0 && imageOnlyPages === 0, 'No page shows text or an image'],
		[
			isUntagged && pagesWithText !== 0 && (drawingPages ?? 0) > 0,
			'Some pages show only drawings, which have no text',
		],
		[isTagged && evidence.isDamaged !== false, 'It is tagged, but its cross-reference is damaged'],
		[
			evidence.hasUnmarkedTree === true,
			'It has structure elements, but does not claim to be tagged',
		],
	];
}
