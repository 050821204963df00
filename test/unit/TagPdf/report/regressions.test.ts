import type { Inspection } from '../../../../nodes/pdf';
import { compare } from '../../../../nodes/TagPdf/report/regressions';
import { PLAIN } from '../../pdf/fixtures';

const inspection = (changes: Partial<Inspection> = {}): Inspection => ({
	size: 1,
	sha256: 'a',
	...PLAIN,
	tagged: true,
	recommendation: 'skip',
	reasons: [],
	unknown: {},
	...changes,
});

test('what stays, or gets better, is no regression', () => {
	const before = inspection({ tagged: false, text: 'some', imageOnlyPages: 1 });
	const better = { pages: 3, language: 'de', links: 1, formFields: 1, text: 'all' } as const;
	expect(compare(before, inspection(better))).toEqual({ regressions: [], notCompared: {} });
	const other = inspection({ language: 'en' });
	expect(compare(other, inspection({ language: 'de' })).regressions).toEqual([]);
	expect(compare(inspection(), inspection()).regressions).toEqual([]);
});

test.each<[Partial<Inspection>, Partial<Inspection>]>([
	[{ pages: 3 }, { pages: 2 }],
	[{ text: 'all' }, { text: 'some' }],
	[{ text: 'some' }, { text: 'none' }],
	[{ imageOnlyPages: 0 }, { imageOnlyPages: 1 }],
	[{ language: 'de' }, { language: '' }],
	[{ links: 2 }, { links: 1 }],
	[{ formFields: 1 }, { formFields: 0 }],
	[{ tagged: true }, { tagged: false }],
	[{ tagged: false }, { tagged: false }],
])('%j, and then %j', (before, after) => {
	const [field] = Object.keys(before);
	expect(compare(inspection(before), inspection(after))).toEqual({
		regressions: [{ field, before: Object.values(before)[0], after: Object.values(after)[0] }],
		notCompared: {},
	});
});

test('what is not known of one of them is no regression, and is named', () => {
	const unknown = { text: 'A reason' };
	const doubtful = inspection({ text: null, unknown });
	const named = { regressions: [], notCompared: unknown };
	expect(compare(doubtful, inspection())).toEqual(named);
	expect(compare(inspection(), doubtful)).toEqual(named);
	const untold = inspection({ tagged: null, unknown: { tagged: 'Why' } });
	expect(compare(inspection(), untold).notCompared).toEqual({ tagged: 'Why' });
	// A tagged PDF has a structure, whatever the document had.
	expect(compare(untold, inspection())).toEqual({ regressions: [], notCompared: {} });
});

test('without the document only a missing structure counts', () => {
	expect(compare(undefined, inspection({ text: 'none' })).regressions).toEqual([]);
	expect(compare(undefined, inspection({ tagged: false })).regressions).toEqual([
		{ field: 'tagged', before: null, after: false },
	]);
	const doubtful = inspection({ text: null, unknown: { text: 'A reason' } });
	expect(compare(undefined, doubtful).notCompared).toEqual({});
});
