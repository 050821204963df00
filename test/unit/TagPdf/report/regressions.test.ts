import type { Inspection } from '../../../../nodes/pdf';
import { compareInspections, compareFindings } from '../../../../nodes/TagPdf/report/regressions';
import { PLAIN } from '../../pdf/fixtures';

const inspection = (changes: Partial<Inspection> = {}): Inspection => ({
	size: 1,
	sha256: 'a',
	...PLAIN,
	tagged: true,
	recommendation: 'skip',
	reasons: [],
	findings: [],
	unknownFindings: [],
	unknown: {},
	...changes,
});

test('a value that stays or improves is no regression', () => {
	const before = inspection({ tagged: false, text: 'some', imageOnlyPages: 1 });
	const better = { pages: 3, language: 'de', links: 1, formFields: 1, text: 'all' } as const;
	expect(compareInspections(before, inspection(better))).toEqual({
		regressions: [],
		notCompared: {},
	});
	const other = inspection({ language: 'en' });
	expect(compareInspections(other, inspection({ language: 'de' })).regressions).toEqual([]);
	expect(compareInspections(inspection(), inspection()).regressions).toEqual([]);
});

test.each<[Partial<Inspection>, Partial<Inspection>]>([
	[{ pages: 3 }, { pages: 2 }],
	[{ text: 'all' }, { text: 'some' }],
	[{ text: 'some' }, { text: 'none' }],
	[{ imageOnlyPages: 0 }, { imageOnlyPages: 1 }],
	[{ title: 'A title' }, { title: '' }],
	[{ language: 'de' }, { language: '' }],
	[{ links: 2 }, { links: 1 }],
	[{ formFields: 1 }, { formFields: 0 }],
	[{ tagged: true }, { tagged: false }],
	[{ tagged: false }, { tagged: false }],
])('%j and then %j is a regression', (before, after) => {
	const [field] = Object.keys(before);
	expect(compareInspections(inspection(before), inspection(after))).toEqual({
		regressions: [{ field, before: Object.values(before)[0], after: Object.values(after)[0] }],
		notCompared: {},
	});
});

test('an unknown value is no regression, and is named', () => {
	const unknown = { text: 'A reason' };
	const doubtful = inspection({ text: null, unknown });
	const named = { regressions: [], notCompared: unknown };
	expect(compareInspections(doubtful, inspection())).toEqual(named);
	expect(compareInspections(inspection(), doubtful)).toEqual(named);
	const untold = inspection({ tagged: null, unknown: { tagged: 'Why' } });
	expect(compareInspections(inspection(), untold).notCompared).toEqual({ tagged: 'Why' });
	// A tagged PDF always has a structure, even if the document had none.
	expect(compareInspections(untold, inspection())).toEqual({ regressions: [], notCompared: {} });
});

test('without the document only a missing structure counts', () => {
	expect(compareInspections(undefined, inspection({ text: 'none' })).regressions).toEqual([]);
	expect(compareInspections(undefined, inspection({ tagged: false })).regressions).toEqual([
		{ field: 'tagged', before: null, after: false },
	]);
	const doubtful = inspection({ text: null, unknown: { text: 'A reason' } });
	expect(compareInspections(undefined, doubtful).notCompared).toEqual({});
});

const finding = (what: string, checkpoint = '') => ({ clause: '7.1', checkpoint, what });
const [a, b, c] = [finding('A'), finding('B'), finding('C')];
const NONE = { resolved: [], remaining: [], new: [], notCompared: [] };

test('findings are resolved, remain or are new', () => {
	const before = inspection({ findings: [a, b] });
	const after = inspection({ findings: [b, c] });
	expect(compareFindings(before, after)).toEqual({
		...NONE,
		resolved: [a],
		remaining: [b],
		new: [c],
	});
	expect(compareFindings(inspection(), inspection())).toEqual(NONE);
});

test('the same finding under another condition remains', () => {
	const before = inspection({ findings: [finding('A', '07-001')] });
	const other = finding('A', '07-002');
	const changes = compareFindings(before, inspection({ findings: [other] }));
	expect(changes).toEqual({ ...NONE, remaining: [other] });
});

test('a condition that is unknown on one side is neither resolved nor new', () => {
	const doubtful = inspection({ unknownFindings: [{ ...a, reason: 'Why' }] });
	const failed = inspection({ findings: [a] });
	const notCompared = [a];
	expect(compareFindings(failed, doubtful)).toEqual({ ...NONE, notCompared });
	expect(compareFindings(doubtful, failed)).toEqual({ ...NONE, notCompared });
	expect(compareFindings(doubtful, doubtful)).toEqual({ ...NONE, notCompared });
});

test('without the document the findings of the tagged PDF remain', () => {
	const after = inspection({ findings: [a], unknownFindings: [{ ...b, reason: 'Why' }] });
	expect(compareFindings(undefined, after)).toEqual({ ...NONE, remaining: [a], notCompared: [b] });
});
