import { writeRegressionHint } from '../../../../nodes/TagPdf/report/hint';

const worse = { report: { regressions: [{ field: 'text' }] } };
const fine = { report: { regressions: [] } };

test.each([
	[[], undefined],
	[[{}, { id: 'job' }, fine, { report: 'mine' }, { job: fine }, { job: 'mine' }], undefined],
	[[worse, fine], '1 tagged PDF is worse than the document: see report.regressions.'],
	[[worse, { job: worse }], '2 tagged PDFs are worse than the document: see report.regressions.'],
])('%j', (outputs, hint) => {
	expect(writeRegressionHint(outputs.map((json) => ({ json })))).toBe(hint);
});
