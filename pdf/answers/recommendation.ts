import type { Encryption } from '../encryption/security';

export type Recommendation = 'tag' | 'tag_with_ocr' | 'skip' | 'review';

/** Answers about a document. Users of Inspect see the names of these fields, also in `reasons`. */
export interface Answers {
	/** The number of pages, and so the expected credits: the service charges one per page. */
	pages: number;
	/** Whether it is marked as tagged, and every page with content is in its structure tree. */
	tagged: boolean;
	/** Number of pages that show an image and no text, or only a few characters beside a large image. */
	image_only_pages: number;
	encryption: Encryption;
	signed: boolean;
	form: 'none' | 'acroform' | 'xfa';
	/** Empty if the document has no title. */
	title: string;
	/** Empty if the document names no language. */
	language: string;
}

interface Findings extends Answers {
	/** Number of pages with text, without those that count as images only. */
	pagesWithText: number;
	/** Number of pages that show only lines, areas or tiny images. */
	drawingPages: number;
	/** Whether it is a portfolio, whose documents are files embedded in it. */
	isPortfolio: boolean;
	/** Whether it claims to be tagged. */
	isMarked: boolean;
	/** Whether it has structure elements, but does not claim to be tagged. */
	hasUnmarkedTree: boolean;
	/** Whether the reader had to ignore its cross-reference, because it is damaged. */
	isDamaged: boolean;
}

/** The same fields, each of them certain, or null if unknown. */
export type OrNull<T> = { [Field in keyof T]: T[Field] | null };
/** What a recommendation depends on. */
export type Evidence = OrNull<Findings>;

/**
 * Recommends what to do with a document. Any doubt, or an important answer that is unknown, means `review`: otherwise
 * a document that only claims to be tagged could be skipped, and nobody would notice.
 *
 * @param unknown why answers are null, by the answers' names; these texts become reasons, too
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

/**
 * Says which of title and language a tagged document lacks. Checkers demand both (WCAG 2.4.2 and 3.1.1), but the
 * recommendation does not depend on them.
 */
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
