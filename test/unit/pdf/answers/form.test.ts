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
	[
		'a form of which every part is a separate object',
		plain(1, '/AcroForm 10 0 R').object(10, '<</Fields 11 0 R>>').object(11, '[null]').end(),
		{ form: 'acroform' },
	],
	[
		'an XFA form that is a separate object',
		plain(1, '/AcroForm<</XFA 10 0 R/Fields[null]>>').stream(10, '', '<xdp/>').end(),
		{ form: 'xfa' },
	],
	[
		'an XFA form without content, in a separate object, and a field',
		plain(1, '/AcroForm<</XFA 10 0 R/Fields[null]>>').object(10, '[]').end(),
		{ form: 'acroform' },
	],
	['an XFA form that is gone', plain(1, '/AcroForm<</XFA 99 0 R>>').end(), { form: 'none' }],
])('%s', async (_, writer, answers) => {
	await expectAnswers(writer, answers);
});
