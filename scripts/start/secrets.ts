import { randomBytes, randomUUID } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Secrets of a tour. Every tour has its own, because n8n and the sandbox are open to all programs here. */
export interface TourSecrets {
	/** Password of n8n's owner. */
	readonly password: string;
	/** Seed of the sandbox: its keys and signing secrets stay the same for the next start. */
	readonly seed: string;
}

/** Reads the secrets of the tour in a folder. The first start makes them. */
export async function keepSecrets(folder: string): Promise<TourSecrets> {
	const path = join(folder, 'tour.json');
	// n8n demands a digit and a capital letter.
	const made: TourSecrets = {
		password: `${randomBytes(12).toString('base64url')}0A`,
		seed: randomUUID(),
	};
	try {
		await writeFile(path, JSON.stringify(made), { flag: 'wx', mode: 0o600 });
		return made;
	} catch (error) {
		if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
		return JSON.parse(await readFile(path, 'utf8')) as TourSecrets;
	}
}
