import {
	alreadyTagged,
	readAlreadyTagged,
} from '../../../../../nodes/TagPdf/parameters/paying/alreadyTagged';
import { errorOf } from '../../../support/errorOf';
import { FakeExecution } from '../../../support/fakeExecution';
import { itemOf } from '../../../support/itemOf';

const read = async (...values: unknown[]) => {
	const parameters = values.map((each) => ({ options: { alreadyTagged: each } }));
	const fake = new FakeExecution({ parameters });
	return readAlreadyTagged(await itemOf(fake, values.length - 1));
};

test('is Tag Anyway by default, and read for each item', async () => {
	expect(await read(undefined)).toBe('tag');
	expect(alreadyTagged.default).toBe('tag');
	expect(await read('skip', 'fail')).toBe('fail');
	expect(await read('fail', 'skip')).toBe('skip');
});

test('refuses an unknown value before anything is paid for', async () => {
	expect(await errorOf(async () => await read('Skip'))).toMatchObject({
		code: 'INVALID_INPUT',
		message: 'Already Tagged has an unknown value',
	});
});
