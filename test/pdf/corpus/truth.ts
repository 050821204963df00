import type { Inspection } from '../../../pdf/inspect';

/** Answers of independent readers about a file; null where they differ. */
interface Truth {
	pages: number | null;
	tagged: boolean | null;
	encrypted: boolean | null;
	opensWithoutPassword: boolean | null;
	imageOnlyPages: number | null;
	language: string | null;
	title: string | null;
	xfa: boolean | null;
	formFields: number | null;
	signed: boolean | null;
}

export interface Corpus {
	files: Array<{ file: string; truth: Truth }>;
}

export type Field = keyof Omit<Inspection, 'recommendation' | 'reasons' | 'unknown'>;
export type Counts = Record<Field, { right: number; wrong: number; unknown: number }>;

/** The truth in the reader's terms; null where there is none. */
const EXPECTED: { [F in Field]: (truth: Truth) => Inspection[F] } = {
	pages: ({ pages }) => pages,
	tagged: ({ tagged }) => tagged,
	image_only_pages: ({ imageOnlyPages }) => imageOnlyPages,
	encryption: ({ encrypted, opensWithoutPassword }) => {
		if (encrypted !== true) return encrypted === null ? null : 'none';
		if (opensWithoutPassword === null) return null;
		return opensWithoutPassword ? 'openable' : 'password_needed';
	},
	signed: ({ signed }) => signed,
	form: ({ formFields, xfa }) => {
		if (xfa === true) return 'xfa';
		if (xfa === null || formFields === null) return null;
		return formFields > 0 ? 'acroform' : 'none';
	},
	// The reader removes control characters.
	title: ({ title }) => title?.replace(/\p{Cc}/gu, '') ?? null,
	language: ({ language }) => language,
};
export const FIELDS = Object.keys(EXPECTED) as Field[];

/** Answers that differ from those of the other readers, because the reader means something else by them. */
const DIFFERENT_BY_DEFINITION = new Map<string, string>([
	['076-multiple-filters-length-zero.pdf image_only_pages', 'a scan with six invisible characters'],
	['296-test_pagelabels.pdf image_only_pages', 'images of one pixel are drawings'],
	['401-imagemagick-images.pdf image_only_pages', 'text outside of the page counts as text'],
	['a20-form-text-beyond-page.pdf image_only_pages', 'text outside of the page counts as text'],
	['b16-text-left-of-page.pdf image_only_pages', 'text outside of the page counts as text'],
]);

export function createCounts(): Counts {
	const rows = FIELDS.map((field) => [field, { right: 0, wrong: 0, unknown: 0 }]);
	return Object.fromEntries(rows) as Counts;
}

/** Counts the answers about a file. @returns what is wrong with them */
export function compare(
	file: string,
	inspection: Inspection,
	truth: Truth,
	counts: Counts,
): string[] {
	const problems: string[] = [];
	for (const field of FIELDS) {
		const said = inspection[field];
		const expected = EXPECTED[field](truth);
		if (said === null && inspection.unknown[field] === undefined) {
			problems.push(`${field} is null without a reason`);
		}
		if (expected === null || DIFFERENT_BY_DEFINITION.has(`${file} ${field}`)) continue;
		const verdict = said === null ? 'unknown' : said === expected ? 'right' : 'wrong';
		counts[field][verdict] += 1;
		if (verdict === 'wrong') problems.push(`${field} is ${expected}, the reader says ${said}`);
	}
	return problems;
}

/** A field of a file that the reader once got wrong. */
export interface Found {
	file: string;
	field: string;
	truth: unknown;
}

/** The lists call some fields and values otherwise than users see them. */
const NAMES_IN_LISTS: Record<string, string> = {
	encrypted: 'encryption',
	imageOnlyPages: 'image_only_pages',
	passwordNeeded: 'password_needed',
	tagWithOcr: 'tag_with_ocr',
	AcroForm: 'acroform',
	XFA: 'xfa',
};

function toUserNames(text: string): string {
	return text.replace(/\w+/g, (word) => NAMES_IN_LISTS[word] ?? word);
}

/** Right and unknown answers are not wrong. For a recommendation, `review` is not wrong either. */
export function isFoundWrong(inspection: Inspection, found: Found): boolean {
	const answers: Record<string, unknown> = { ...inspection };
	// Some name two fields and two answers; of these, the reader has the second.
	const named = found.field.split(' / ').at(-1) ?? '';
	const told = named === found.field ? found.truth : Number(String(found.truth).split(' / ')[1]);
	const field = toUserNames(named);
	const truth = typeof told === 'string' ? toUserNames(told) : told;
	if (DIFFERENT_BY_DEFINITION.has(`${found.file} ${field}`)) return false;
	const answer = answers[field] ?? null;
	if (answer === null) return false;
	if (field === 'recommendation') {
		return answer !== 'review' && !String(truth).split(' or ').includes(inspection.recommendation);
	}
	if (field !== 'encryption') return answer !== truth;
	// Earlier lists say whether a file is encrypted, and later ones how.
	if (typeof truth === 'boolean') return (answer !== 'none') !== truth;
	return !String(truth)
		.split(', or ')
		.includes(inspection.encryption ?? 'null');
}
