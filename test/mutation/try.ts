import { rmSync } from 'node:fs';
import { mkdir, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { CONFIG } from './config';
import { mutantOf, type Mutant } from './mutants';
import type { Room } from './rooms';

/** Kept out of the repository. */
export const RESULTS = 'test/results/mutation';

/**
 * Where the mutants live while they are tried; within the repository, jest and the compiler would find
 * them. What is still there at the end, because time was short, is removed.
 */
const SANDBOXES = join(tmpdir(), `tag-pdf-mutants-${process.pid}`);
process.once('exit', () => rmSync(SANDBOXES, { recursive: true, force: true }));

export interface Effort {
	/** Mutants that are tried at a time. */
	concurrency: number;
	/** Whether what earlier runs found out is left aside. */
	fresh: boolean;
}

/** Tries every mutant of these modules against the tests of their room. */
export async function tryMutants(room: Room, { concurrency, fresh }: Effort): Promise<Mutant[]> {
	const { Stryker } = await import('@stryker-mutator/core');
	const page = join(RESULTS, room.name.replaceAll('/', '-'));
	await mkdir(RESULTS, { recursive: true });
	const stryker = new Stryker({
		...CONFIG,
		mutate: room.files,
		testFiles: room.tests,
		concurrency,
		force: fresh,
		incrementalFile: `${page}.json`,
		htmlReporter: { fileName: `${page}.html` },
		tempDirName: SANDBOXES,
	});
	const results = await stryker.runMutationTest();
	const sources = new Map<string, string>();
	for (const file of room.files) sources.set(file, await readFile(file, 'utf8'));
	return results.flatMap((result) => {
		const file = relative('.', result.fileName);
		const source = sources.get(file);
		const mutant = source === undefined ? undefined : mutantOf(result, file, source);
		return mutant ?? [];
	});
}
