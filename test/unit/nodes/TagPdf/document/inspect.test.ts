import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { IDataObject } from 'n8n-workflow';

import { onDocument } from '../../../support/documents';
import type { FakeSetup } from '../../../support/fakeExecution';
import { openNode } from '../../../support/openNode';
import { pagesOf, PdfWriter } from '../../../support/pdfWriter';

const FIXTURES = join(__dirname, '../../../../fixtures/pdf');

/** Inspects a file. */
async function inspect(content: Buffer, more: FakeSetup = {}) {
	const data = { data: content.toString('base64'), mimeType: 'application/pdf', fileName: 'a.pdf' };
	const { execute, fake } = openNode({
		items: [{ json: { mail: 7 }, binary: { scan: data } }],
		parameters: [{ ...onDocument('submit'), operation: 'inspect', binaryPropertyName: 'scan' }],
		...more,
	});
	const [[output] = []] = await execute();
	return { fake, output, json: output?.json };
}
const document = (name: string) => readFileSync(join(FIXTURES, `${name}.pdf`));

test('returns the answers and the unchanged file, and asks nobody', async () => {
	const { fake, output } = await inspect(document('title-xmp'));
	expect(output).toMatchObject({
		json: {
			filename: 'a.pdf',
			recommendation: 'tag',
			reasons: ['It is not tagged'],
			pages: 1,
			tagged: false,
			image_only_pages: 0,
			encryption: 'none',
			signed: false,
			form: 'none',
			title: expect.stringMatching(/./) as string,
			language: '',
			source_field: 'scan',
		},
		binary: { scan: { fileName: 'a.pdf' } },
		pairedItem: { item: 0 },
	});
	expect(fake.requests).toEqual([]);
});

test.each<[string, IDataObject]>([
	['scan', { recommendation: 'tag_with_ocr', image_only_pages: 1 }],
	['tagged', { recommendation: 'skip', tagged: true }],
	['signed', { recommendation: 'review', signed: true }],
	['form', { form: 'acroform' }],
	['form-xfa', { form: 'xfa' }],
	['qpdf-no-owner-password', { encryption: 'openable' }],
	['qpdf-password', { encryption: 'password_needed', pages: null, title: null, tagged: null }],
])('%s.pdf: %j', async (name, answers) => {
	const { json } = await inspect(document(name));
	expect(json).toMatchObject(answers);
});

test('a file that Tag refuses has this reason alone, even if its pages can be read', async () => {
	const later = pagesOf(new PdfWriter(' '.repeat(1_100)), 2)
		.end()
		.bytes();
	const { json } = await inspect(later);
	expect(json).toMatchObject({
		pages: 2,
		recommendation: 'review',
		reasons: ['It has other data before its PDF'],
	});
});
