import { copyFile, writeFile } from 'node:fs/promises';
import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import PDFDocument from 'pdfkit';
import { barChart } from '../fixture/barChart';

/** A PDF without tags. */
export const SAMPLE = join(__dirname, '../../test/fixtures/sample.pdf');

/** Writes a sample to a path. */
type WriteSample = (path: string) => Promise<void>;

/** The samples by name: one for each answer of Inspect that decides whether to pay. */
const SAMPLES: Readonly<Record<string, WriteSample>> = {
	'untagged.pdf': async (path) => await copyFile(SAMPLE, path),
	'tagged.pdf': writeTagged,
	'scanned.pdf': writeScanned,
};

/** Writes the missing samples; the user's own files with these names stay. */
export async function addSamples(folder: string): Promise<void> {
	for (const [name, write] of Object.entries(SAMPLES)) {
		const path = join(folder, name);
		if (await claim(path)) await write(path);
	}
}

/** Creates an empty file, unless the name is taken. */
async function claim(path: string): Promise<boolean> {
	try {
		await writeFile(path, '', { flag: 'wx' });
		return true;
	} catch (error) {
		if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
		throw error;
	}
}

async function writeTagged(path: string): Promise<void> {
	const doc = new PDFDocument({ tagged: true, lang: 'en', info: { Title: 'Opening hours' } });
	const document = doc.struct('Document');
	doc.addStructure(document);
	document.add(doc.struct('H1', {}, () => doc.fontSize(24).text('Opening hours')));
	document.add(doc.struct('P', {}, () => doc.fontSize(12).text('Monday to Friday, 9 to 18.')));
	document.end();
	doc.end();
	await pipeline(doc, createWriteStream(path));
}

/** A page that consists of a picture. */
async function writeScanned(path: string): Promise<void> {
	const doc = new PDFDocument({ info: { Title: 'Scan' } });
	doc.image(barChart([62, 58, 41, 74]), 0, 0, { width: doc.page.width, height: doc.page.height });
	doc.end();
	await pipeline(doc, createWriteStream(path));
}
