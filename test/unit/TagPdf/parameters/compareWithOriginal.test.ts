import { readChoiceOption } from '../../../../nodes/n8n/optionParameters';
import { compareWithOriginal } from '../../../../nodes/TagPdf/parameters/compareWithOriginal';
import { errorOf } from '../../support/errorOf';
import { FakeExecution, NOTHING } from '../../support/fakeExecution';

/** Reads the option of the second of two items. */
const read = (options: object) => {
	const { context } = new FakeExecution({ parameters: [{}, { options }] });
	return readChoiceOption(context, 1, compareWithOriginal);
};

test.each([
	[{}, 'off'],
	[{ compareWithOriginal: 'off' }, 'off'],
	[{ compareWithOriginal: 'warn' }, 'warn'],
	[{ compareWithOriginal: 'fail' }, 'fail'],
])('%j is %s', (options, choice) => {
	expect(read(options)).toBe(choice);
});

test.each(['Fail', true, '', null, NOTHING])(
	'%p is refused, and does not count as Off',
	async (value) => {
		expect(await errorOf(() => read({ compareWithOriginal: value }))).toMatchObject({
			code: 'INVALID_INPUT',
			message: 'Compare With Original has an unknown value',
		});
	},
);

test('is off unless the user chooses Warn or Fail', () => {
	expect(compareWithOriginal).toMatchObject({ name: 'compareWithOriginal', default: 'off' });
	const choices = compareWithOriginal.options?.map(
		(option) => 'value' in option && [option.name, option.value],
	);
	expect(choices).toEqual([
		['Off', 'off'],
		['Warn', 'warn'],
		['Fail', 'fail'],
	]);
});
