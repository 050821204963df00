import Table from 'cli-table3';
import type { Inspection } from '../../nodes/pdf';
import type { Truth } from './truth';

/** The answers of the independent readers that Inspect gives, too. */
type Field = Exclude<keyof Truth, 'version'>;
type Verdict = 'right' | 'wrong' | 'unknown' | 'noTruth';

/** Converts the reader's answers to the terms of the truth. */
const SAID: { [F in Field]: (inspection: Inspection) => Truth[F] } = {
	pages: ({ pages }) => pages,
	marked: ({ marked }) => marked,
	structureTree: ({ structureTree }) => structureTree,
	tagged: ({ tagged }) => tagged,
	structureElements: ({ structureElements }) => structureElements,
	pdfUaPart: ({ pdfUaPart }) => pdfUaPart,
	encrypted: ({ encrypted }) => encrypted,
	opensWithoutPassword: ({ opensWithoutPassword }) => opensWithoutPassword,
	imageOnlyPages: ({ imageOnlyPages }) => imageOnlyPages,
	hasNotEmbeddedFonts: ({ notEmbeddedFonts }) =>
		notEmbeddedFonts === null ? null : notEmbeddedFonts > 0,
	language: ({ language }) => language,
	title: ({ title }) => title,
	xfa: ({ form }) => (form === null ? null : form === 'xfa'),
	formFields: ({ form }) => (form === null ? null : Number(form !== 'none')),
	signed: ({ signed }) => signed,
};

/** Fields that must never be wrong: they decide what is paid, skipped or refused. */
const NEVER_WRONG: readonly Field[] = ['pages', 'tagged', 'encrypted'];
/** Maximum share of unknown page counts, among files on which the readers agree. */
const MOST_UNKNOWN = 0.01;

/** Right, wrong and unknown answers of each field. */
export class Confusion {
	readonly counts = new Map<Field, Record<Verdict, number>>();
	/** Wrong answers, and nulls without a reason. */
	readonly findings: string[] = [];

	add(file: string, inspection: Inspection, truth: Truth): void {
		for (const field of Object.keys(SAID) as Field[]) {
			const said = SAID[field](inspection);
			const verdict = verdictOf(field, said, truth);
			const counts = this.counts.get(field) ?? { right: 0, wrong: 0, unknown: 0, noTruth: 0 };
			counts[verdict] += 1;
			this.counts.set(field, counts);
			if (verdict === 'wrong') {
				this.findings.push(`${file}: ${field} is ${truth[field]}, the reader says ${said}`);
			}
		}
		for (const [field, value] of Object.entries(inspection)) {
			if (value === null && !(field in inspection.unknown)) {
				this.findings.push(`${file}: ${field} is null without a reason`);
			}
		}
	}
}

function verdictOf(field: Field, said: unknown, truth: Truth): Verdict {
	const expected = field === 'formFields' ? fieldsOrForm(truth) : truth[field];
	if (expected === null) return 'noTruth';
	if (said === null) return 'unknown';
	if (typeof expected === 'string') return said === withoutControls(expected) ? 'right' : 'wrong';
	return said === expected ? 'right' : 'wrong';
}

/** The reader removes control characters. */
function withoutControls(text: string): string {
	return text.replace(/\p{Cc}/gu, '');
}

/** The reader reports forms, not fields: an XFA form counts even without fields. */
function fieldsOrForm({ formFields, xfa }: Truth): number | null {
	return formFields === null ? null : Number(formFields > 0 || xfa === true);
}

export function table(confusion: Confusion): string {
	const head = ['Field', 'Right', 'Wrong', 'Unknown', 'Readers differ'];
	const lines = new Table({ head, style: { head: [], border: [], compact: true } });
	for (const [field, { noTruth, right, unknown, wrong }] of confusion.counts) {
		lines.push([field, right, wrong, unknown, noTruth]);
	}
	return lines.toString();
}

/** Returns the findings and the violated bounds. */
export function complaints({ counts, findings }: Confusion): string[] {
	const broken = NEVER_WRONG.filter((field) => (counts.get(field)?.wrong ?? 0) > 0).map(
		(field) => `${field}: an answer is wrong`,
	);
	const pages = counts.get('pages') ?? { right: 0, wrong: 0, unknown: 0, noTruth: 0 };
	const known = pages.right + pages.wrong + pages.unknown;
	if (pages.unknown > known * MOST_UNKNOWN) {
		broken.push(`pages: ${pages.unknown} of ${known} are unknown`);
	}
	return [...findings, ...broken];
}
