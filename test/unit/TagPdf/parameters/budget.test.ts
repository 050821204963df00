import { budgetOf, budgetOptions } from '../../../../nodes/TagPdf/parameters/budget';
import { errorOf } from '../../support/errorOf';
import { FakeExecution } from '../../support/fakeExecution';

const read = (...options: object[]) =>
	budgetOf(new FakeExecution({ parameters: options.map((each) => ({ options: each })) }).context);

test('is none unless it is set, as the editor says', () => {
	expect(read({})).toEqual({ maximum: 0, minimum: 0, pages: 'notNeeded' });
	expect(read({ unknownPages: 'submit' }).pages).toBe('notNeeded');
});

test('is that of the first item', () => {
	expect(read({ maximumCredits: 50, minimumCredits: 5 }, { maximumCredits: 90 })).toEqual({
		maximum: 50,
		minimum: 5,
		pages: 'required',
	});
});

test.each(['maximumCredits', 'minimumCredits'])('with %s pages are counted', (name) => {
	expect(read({ [name]: 1 }).pages).toBe('required');
	expect(read({ [name]: 1, unknownPages: 'refuse' }).pages).toBe('required');
	expect(read({ [name]: 1, unknownPages: 'submit' }).pages).toBe('wanted');
});

test.each([
	['maximumCredits', 'Max Credits per Run'],
	['minimumCredits', 'Stop When Credits Fall Below'],
])('%s must not silently be off', async (name, label) => {
	for (const given of [-1, '', 'ten', null]) {
		expect(await errorOf(() => read({ [name]: given }))).toMatchObject({
			code: 'INVALID_INPUT',
			message: `${label} is not a number of at least 0`,
		});
	}
});

test('what is no choice for unknown pages is refused, limit or not', async () => {
	expect(await errorOf(() => read({ unknownPages: 'pass' }))).toMatchObject({
		code: 'INVALID_INPUT',
		message: 'When Pages Are Not Known has no choice "pass"',
	});
});

test('each help says that the first item counts for all', () => {
	for (const { description } of budgetOptions)
		expect(description).toMatch(/The value of the first item counts for all\.$/);
});
