import type { Inspection } from '../../../../pdf/inspect';
import type { PdfWriter } from '../../support/pdfWriter';
import { expectAnswers } from '../inspectBytes';
import { plain } from '../writers';

test.each<[string, PdfWriter, Partial<Inspection>]>([
	['a form without fields', plain(1, '/AcroForm<</Fields[]>>').end(), { form: 'none' }],
	['a form with a field', plain(1, '/AcroForm<</Fields[10 0 R]>>').end(), { form: 'acroform' }],
	['an XFA form', plain(1, '/AcroForm<</Fields[]/XFA(x)>>').end(), { form: 'xfa' }],
	['an XFA form of parts', plain(1, '/AcroForm<</XFA[(a) 10 0 R]>>').end(), { form: 'xfa' }],
	['an XFA form without content', plain(1, '/AcroForm<</Fields[]/XFA[]>>').end(), { form: 'none' }],
])('%s', async (_, writer, answers) => {
	await expectAnswers(writer, answers);
});
