import { mayBeScanned, readJobOptions } from '../../../../nodes/TagPdf/parameters/jobOptions';
import type { Inspection } from '../../../../nodes/pdf';
import { errorOf } from '../../support/errorOf';
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

const readOcr = async (value: unknown) => {
	const [options] = await optionsOf({ ocr: value });
	return options?.ocr;
};

test.each([
	['on', true],
	[true, true],
	['off', false],
	[false, false],
	['whenScanned', 'whenScanned'],
])('OCR: %j is %j', async (value, isOn) => {
	expect(await readOcr(value)).toBe(isOn);
});

test.each(['ON', 'yes', 1, null, ''])(
	'OCR: %j is refused before anything is paid for',
	async (value) => {
		const { code, description, message } = await errorOf(async () => await readOcr(value));
		expect(code).toBe('INVALID_INPUT');
		expect(message).toBe('Recognize Text (OCR) has an unknown value');
		expect(description).toBe(
			`Change the value. It is ${JSON.stringify(value)}, not one of "off", "on", "whenScanned".`,
		);
	},
);

test.each([
	[0, false],
	[1, true],
	[null, true],
])('a document with %p image-only pages may be scanned: %p', (imageOnlyPages, expected) => {
	expect(mayBeScanned({ imageOnlyPages } as Inspection)).toBe(expected);
});
