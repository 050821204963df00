/**
 * Reads PDFs that others made, and compares every answer with those of independent readers: `files/` and
 * `truth.json` in ../shared/corpus, or in the folder that CORPUS names.
 *
 * `found/` has files that the reader once got wrong, each with the wrong fields. These fields must now be
 * right or unknown.
 *
 * veraPDF's corpus for PDF/UA-1 says in each file name which clause the file passes or fails. Findings are
 * compared with these names: in the folder that VERAPDF_CORPUS names, or else for the files above.
 *
 *     npm run test:corpus
 */
import { createReadStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import pc from 'picocolors';
import { inspect, type Inspection } from '../nodes/pdf';
import { asError } from './asError';
import { Clauses } from './corpus/clauses';
import { complaints, Confusion, table } from './corpus/confusion';
import { describeFound, isWrong } from './corpus/found';
import type { Corpus, Found } from './corpus/truth';

const FOLDER = process.env.CORPUS ?? join(__dirname, '../../shared/corpus');

async function main(): Promise<void> {
	const text = await readFile(join(FOLDER, 'truth.json'), 'utf8').catch(() => undefined);
	if (text === undefined) {
		console.log(
			`There is no corpus at ${FOLDER}: nothing was compared. CORPUS names another folder.`,
		);
		return;
	}
	const { files } = JSON.parse(text) as Corpus;
	const confusion = new Confusion();
	const began = Date.now();
	for (const { file, truth } of files) {
		confusion.add(file, await inspectFile(join(FOLDER, 'files', file)), truth);
	}
	console.log(table(confusion));
	console.log(`${files.length} files in ${((Date.now() - began) / 1000).toFixed(1)} seconds`);
	const wrong = [
		...complaints(confusion),
		...(await wrongFindings(files)),
		...(await wrongAmongFound()),
	];
	for (const line of wrong) console.error(pc.red(line));
	if (wrong.length > 0) process.exitCode = 1;
}

/** Findings that contradict the names of veraPDF's files. */
async function wrongFindings(files: Corpus['files']): Promise<string[]> {
	const clauses = new Clauses();
	if (process.env.VERAPDF_CORPUS !== undefined) {
		await clauses.addFolder(process.env.VERAPDF_CORPUS);
	} else {
		// Files of the corpus's other parts test clauses of other standards.
		const own = files.filter(({ path }) => path.startsWith('PDF_UA-1/'));
		for (const { file } of own) await clauses.addFile(join(FOLDER, 'files', file));
	}
	console.log(clauses.table());
	return clauses.complaints;
}

/** Returns what is still wrong about the files in `found/`. */
async function wrongAmongFound(): Promise<string[]> {
	const folder = join(FOLDER, 'found');
	const text = await readFile(join(folder, 'truth.json'), 'utf8').catch(() => undefined);
	if (text === undefined) {
		console.log(`There is no folder ${folder}.`);
		return [];
	}
	const inspections = new Map<string, Inspection>();
	const wrong: string[] = [];
	const found = JSON.parse(text) as Found[];
	for (const each of found) {
		const { file } = each;
		const inspection = inspections.get(file) ?? (await inspectFile(join(folder, file)));
		inspections.set(file, inspection);
		if (isWrong(inspection, each)) wrong.push(describeFound(inspection, each));
	}
	console.log(
		`${found.length} fields of ${inspections.size} files that were wrong once: ${wrong.length} wrong`,
	);
	return wrong;
}

async function inspectFile(path: string): Promise<Inspection> {
	return await inspect({
		open: () => Promise.resolve(createReadStream(path)),
		pause: async () => await setImmediate(),
	});
}

main().catch((error: unknown) => {
	console.error(pc.red(asError(error).message));
	process.exitCode = 1;
});
