import { jobOptionsOf } from '../../../../nodes/TagPdf/parameters/jobOptions';
import { FakeExecution } from '../../support/fakeExecution';
import { itemOf } from '../../support/itemOf';

const optionsOf = async (...options: Array<Record<string, unknown>>) => {
	const fake = new FakeExecution({ parameters: options.map((each) => ({ options: each })) });
	return await Promise.all(options.map(async (_, item) => jobOptionsOf(await itemOf(fake, item))));
};

test('are off unless the item turns them on', async () => {
	expect(await optionsOf({}, { ocr: true }, { embedFonts: true })).toEqual([
		{ ocr: false, embed_fonts: false },
		{ ocr: true, embed_fonts: false },
		{ ocr: false, embed_fonts: true },
	]);
});

test.each(['true', 1, 'yes', null])('only a real true is on, and not %j', async (value) => {
	expect(await optionsOf({ ocr: value, embedFonts: value })).toEqual([
		{ ocr: false, embed_fonts: false },
	]);
});
