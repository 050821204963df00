import { reportOf, reportOptions } from '../../../../nodes/TagPdf/report/options';
import { errorOf } from '../../support/errorOf';
import { FakeExecution } from '../../support/fakeExecution';
import { itemOf } from '../../support/itemOf';

/** What is read of the second of two items. */
const read = async (options: object) =>
	reportOf(await itemOf(new FakeExecution({ parameters: [{}, { options }] }), 1));

test.each<[options: object, isWanted: boolean, mayFail: boolean]>([
	[{}, false, false],
	[{ report: false }, false, false],
	[{ report: true }, true, false],
	[{ report: 'true' }, false, false],
	[{ report: true, onRegression: 'warn' }, true, false],
	[{ report: true, onRegression: 'fail' }, true, true],
	[{ onRegression: 'fail' }, false, true],
])('%j', async (options, isWanted, mayFail) => {
	expect(await read(options)).toEqual({ isWanted, mayFail });
});

test('what On Regression has no choice for is refused, and no Warn', async () => {
	expect(await errorOf(() => read({ onRegression: 'Fail' }))).toMatchObject({
		code: 'INVALID_INPUT',
		message: 'On Regression has no choice "Fail"',
	});
});

test('a report is asked for; then its regressions warn unless they are to fail', () => {
	const [onRegression, report] = reportOptions;
	expect(report).toMatchObject({ name: 'report', type: 'boolean', default: false });
	expect(onRegression).toMatchObject({
		name: 'onRegression',
		default: 'warn',
		displayOptions: { show: { report: [true] } },
	});
	expect(onRegression?.options?.map((option) => 'value' in option && option.value)).toEqual([
		'warn',
		'fail',
	]);
});

test('the help names what no machine can judge', () => {
	const { description } = reportOptions[1] ?? {};
	for (const words of ['reading order', 'alternative texts', 'tables', 'neither a score']) {
		expect(description).toContain(words);
	}
});
