import { writeRegressionHint } from '../../../../nodes/TagPdf/report/regressionHint';

const worse = { report: { regressions: [{ field: 'text' }] } };
const fine = { report: { regressions: [] } };
const named = (filename: string) => ({ ...worse, filename });

test.each([
	[[], undefined],
	[[{}, { id: 'job' }, fine, { report: 'mine' }, { job: fine }, { job: 'mine' }], undefined],
	[[worse, fine], '1 tagged PDF is worse than its document: see report.regressions.'],
	[
		[named('a.pdf'), fine],
		'1 tagged PDF is worse than its document ("a.pdf"): see report.regressions.',
	],
	[
		[worse, { job: named('b.pdf') }],
		'2 tagged PDFs are worse than their documents ("b.pdf"): see report.regressions.',
	],
	[
		['a', 'b', 'c'].map(named),
		'3 tagged PDFs are worse than their documents ("a", "b", "c"): see report.regressions.',
	],
	[
		['a', 'b', 'c', 'd'].map(named),
		'4 tagged PDFs are worse than their documents ("a", "b", "c", …): see report.regressions.',
	],
])('%j', (outputs, hint) => {
	expect(writeRegressionHint(outputs.map((json) => ({ json })))).toBe(hint);
});
