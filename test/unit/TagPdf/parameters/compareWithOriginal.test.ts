import {
	compareWithOriginal,
	readComparison,
} from '../../../../nodes/TagPdf/parameters/compareWithOriginal';
import { errorOf } from '../../support/errorOf';
import { FakeExecution, NOTHING } from '../../support/fakeExecution';
import { itemOf } from '../../support/itemOf';

/** Reads the option of the second of two items. */
const read = async (options: object) =>
	readComparison(await itemOf(new FakeExecution({ parameters: [{}, { options }] }), 1));

test.each<[options: object, isWanted: boolean, mayFail: boolean]>([
	[{}, false, false],
	[{ compareWithOriginal: 'off' }, false, false],
	[{ compareWithOriginal: 'warn' }, true, false],
	[{ compareWithOriginal: 'fail' }, true, true],
])('%j', async (options, isWanted, mayFail) => {
	expect(await read(options)).toEqual({ isWanted, mayFail });
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
