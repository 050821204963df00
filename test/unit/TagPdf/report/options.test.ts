import { reportOf, reportOptions } from '../../../../nodes/TagPdf/report/options';
import { errorOf } from '../../support/errorOf';
import { FakeExecution } from '../../support/fakeExecution';
import { itemOf } from '../../support/itemOf';

/** As the last of several items has it. */
const read = async (...options: object[]) => {
	const fake = new FakeExecution({ parameters: options.map((each) => ({ options: each })) });
	return reportOf(await itemOf(fake, options.length - 1));
};

test('there is none, and nothing fails for it, unless the item itself says so', async () => {
	const none = { isWanted: false, mayFail: false };
	expect(await read({})).toEqual(none);
	expect(await read({ report: true, onRegression: 'fail' }, {})).toEqual(none);
	expect(await read({}, { report: true })).toEqual({ isWanted: true, mayFail: false });
	expect(await read({}, { report: true, onRegression: 'fail' })).toEqual({
		isWanted: true,
		mayFail: true,
	});
	expect(await read({ report: 'yes' })).toEqual(none);
});

test('what is no choice is refused before anything is paid for', async () => {
	expect(await errorOf(async () => await read({ onRegression: 'stop' }))).toMatchObject({
		code: 'INVALID_INPUT',
		message: 'On Regression has no choice "stop"',
	});
});

test('the editor offers what is done on a regression only with a report', () => {
	expect(reportOptions).toMatchObject([
		{
			displayName: 'On Regression',
			name: 'onRegression',
			type: 'options',
			displayOptions: { show: { report: [true] } },
			options: [
				{ name: 'Warn', value: 'warn' },
				{ name: 'Fail', value: 'fail' },
			],
			default: 'warn',
		},
		{ displayName: 'Report', name: 'report', type: 'boolean', default: false },
	]);
});
