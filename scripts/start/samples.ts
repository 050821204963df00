import { copyFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** A PDF without tags. */
export const SAMPLE = join(__dirname, '../../test/fixtures/sample.pdf');

/** The samples by name: one for each answer of Inspect that decides whether to pay. */
const SAMPLES: Readonly<Record<string, string>> = {
	'untagged.pdf': SAMPLE,
	'tagged.pdf': join(__dirname, 'samples', 'tagged.pdf'),
	'scanned.pdf': join(__dirname, 'samples', 'scanned.pdf'),
};

/** Writes the missing samples; the user's own files with these names stay. */
export async function addSamples(folder: string): Promise<void> {
	for (const [name, source] of Object.entries(SAMPLES)) {
		const path = join(folder, name);
		if (await claim(path)) await copyFile(source, path);
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
