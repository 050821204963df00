import {
	creditLimits,
	readCreditLimits,
} from '../../../../../nodes/TagPdf/parameters/paying/creditLimits';
import { errorOf } from '../../../support/errorOf';
import { FakeExecution, NOTHING } from '../../../support/fakeExecution';

const read = (...options: object[]) =>
	readCreditLimits(
		new FakeExecution({ parameters: options.map((each) => ({ options: each })) }).context,
	);

test('is no limit by default, as in the editor', () => {
	expect(read({})).toEqual({ maximum: 0, minimum: 0 });
});

test('is the value of the first item', () => {
	expect(read({ maximumCredits: 50, minimumCredits: 5 }, { maximumCredits: 90 })).toEqual({
		maximum: 50,
		minimum: 5,
	});
});

test.each([
	['maximumCredits', 'Credits to Spend at Most'],
	['minimumCredits', 'Credits to Keep in Account'],
])('%s does not silently switch the limit off', async (name, label) => {
	for (const given of [-1, '', 'ten', null, NOTHING]) {
		expect(await errorOf(() => read({ [name]: given }))).toMatchObject({
			code: 'INVALID_INPUT',
			message: `${label} must be at least 0`,
		});
	}
});

test('each hint explains 0 and names the first item', () => {
	expect(creditLimits.map(({ hint }) => hint)).toEqual(
		Array(2).fill('0 means no limit. The value of the first item applies to all items.'),
	);
});
