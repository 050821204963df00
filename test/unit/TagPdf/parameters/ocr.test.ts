import { mayBeScanned, readOcr } from '../../../../nodes/TagPdf/parameters/ocr';
import type { Inspection } from '../../../../nodes/pdf';
import { errorOf } from '../../support/errorOf';
import { FakeExecution } from '../../support/fakeExecution';
import { itemOf } from '../../support/itemOf';

const read = async (ocr: unknown) =>
	readOcr(await itemOf(new FakeExecution({ parameters: [{ ocr }] })));

test.each([
	['on', true],
	[true, true],
	['off', false],
	[false, false],
	['whenScanned', 'whenScanned'],
])('%j is %j', async (value, isOn) => {
	expect(await read(value)).toBe(isOn);
});

test.each(['ON', 'yes', 1, null, ''])(
	'%j is refused before anything is paid for',
	async (value) => {
		const { code, description, message } = await errorOf(async () => await read(value));
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
