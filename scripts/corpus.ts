/**
 * Reads PDFs that nobody here made and compares every answer with what independent readers say of
 * them: `files/` and `truth.json` in ../shared/corpus, or in the folder that CORPUS names.
 *
 * Findings are compared with the names of veraPDF's corpus: of the files of it among these, or of those below
 * the folder that VERAPDF_CORPUS names.
 *
 *     npm run test:corpus
 */
import { createReadStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import pc from 'picocolors';
import { inspect } from '../nodes/pdf';
import { asError } from './asError';
import { Clauses } from './corpus/clauses';
import { complaints, Confusion, table } from './corpus/confusion';
import type { Corpus } from './corpus/truth';

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
		const inspection = await inspect({
			open: () => Promise.resolve(createReadStream(join(FOLDER, 'files', file))),
			pause: async () => await setImmediate(),
		});
		confusion.add(file, inspection, truth);
	}
	console.log(table(confusion));
	console.log(`${files.length} files in ${((Date.now() - began) / 1000).toFixed(1)} seconds`);
	const wrong = [...complaints(confusion), ...(await wrongFindings())];
	for (const line of wrong) console.error(pc.red(line));
	if (wrong.length > 0) process.exitCode = 1;
}

/** Findings that the names of veraPDF's files say are wrong. */
async function wrongFindings(): Promise<string[]> {
	const clauses = new Clauses();
	await clauses.addFolder(process.env.VERAPDF_CORPUS ?? join(FOLDER, 'files'));
	console.log(clauses.table());
	return clauses.complaints;
}

main().catch((error: unknown) => {
	console.error(pc.red(asError(error).message));
	process.exitCode = 1;
});
