/**
 * Writes test/fixtures/sample.pdf: an untagged document of three pages with headings, lists, a
 * bordered table and a picture, the default input of `npm run demo`.
 *
 *     npm run fixture
 *
 * Dates and ids are fixed: the same version of pdfkit gives the same bytes.
 */
import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import PDFDocument from 'pdfkit';
import { barChart } from './fixture/barChart';
import { bullets, heading, numbered, paragraph, table, title } from './fixture/blocks';

const TARGET = join(__dirname, '../test/fixtures/sample.pdf');
const DATE = new Date('2026-01-01T00:00:00Z');

const VISITS = [
	['Branch', 'Visits 2024', 'Visits 2025', 'Change'],
	['Harbour', '48,210', '51,904', '+7.7 %'],
	['Market Square', '91,377', '96,020', '+5.1 %'],
	['North Hill', '22,846', '21,988', '-3.8 %'],
	['Old Mill', '17,502', '19,740', '+12.8 %'],
];

const doc = new PDFDocument({
	size: 'A4',
	margin: 72,
	info: {
		Title: 'City Library: Annual Report 2025',
		Author: 'City Library',
		CreationDate: DATE,
		ModDate: DATE,
	},
});

title(doc, 'City Library: Annual Report 2025');
paragraph(
	doc,
	'The library lent more books in 2025 than in any year before, opened a fourth branch for readers who cannot climb stairs, and moved its catalogue to a new system. This report says what was done, what it cost, and what comes next.',
);
heading(doc, '1. What changed');
paragraph(
	doc,
	'Three changes were noticed by nearly everyone who came to one of our branches during the year.',
);
bullets(doc, [
	'All four branches can be entered without steps.',
	'Every reading room has a screen reader and a magnifier.',
	'Fees for late returns were dropped in March.',
]);
paragraph(
	doc,
	'The catalogue is now read aloud correctly by common screen readers. Readers tested it for six weeks before it replaced the old one, and reported 41 faults, all of which were mended.',
);

doc.addPage();
heading(doc, '2. Visits by branch');
paragraph(
	doc,
	'Visits rose in three of four branches. North Hill was closed for repairs in May and June, which explains the decline there.',
);
table(doc, VISITS);
paragraph(doc, 'Visits are counted at the doors; staff are not counted.');

doc.addPage();
heading(doc, '3. Loans by quarter');
paragraph(doc, 'Loans in thousands, first to fourth quarter. The summer is the quiet season.');
doc.image(barChart([62, 58, 41, 74]), { width: 300 });
doc.moveDown();
paragraph(doc, 'Figure 1: Loans per quarter in 2025, in thousands.');
heading(doc, '4. What comes next');
numbered(doc, [
	'Publish every notice as an accessible document.',
	'Extend the opening hours at Harbour.',
	'Replace the lift at Market Square.',
]);
doc.end();

void pipeline(doc, createWriteStream(TARGET)).then(() => console.log(`Wrote ${TARGET}`));
