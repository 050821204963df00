import { readJobOptions } from '../../../../nodes/TagPdf/parameters/jobOptions';
import { FakeExecution } from '../../support/fakeExecution';
import { itemOf } from '../../support/itemOf';

const optionsOf = async (...parameters: Array<Record<string, unknown>>) => {
	const fake = new FakeExecution({ parameters });
	return await Promise.all(
		parameters.map(async (_, item) => readJobOptions(await itemOf(fake, item))),
	);
};

test('are off unless the item turns them on', async () => {
	expect(
		await optionsOf({}, { ocr: 'on' }, { options: { embedFonts: true } }, { ocr: 'off' }),
	).toEqual([
		{ ocr: false, embed_fonts: false },
		{ ocr: true, embed_fonts: false },
		{ ocr: false, embed_fonts: true },
		{ ocr: false, embed_fonts: false },
	]);
});

test.each(['true', 1, 'yes', null])('only true embeds fonts, not %j', async (value) => {
	expect(await optionsOf({ options: { embedFonts: value } })).toEqual([
		{ ocr: false, embed_fonts: false },
	]);
});
