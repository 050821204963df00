import { rmSync } from 'node:fs';
import { mkdir, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { CONFIG } from './config';
import { mutantOf, type Mutant } from './mutants';
import type { Room } from './rooms';

/** Not committed to the repository. */
export const RESULTS = 'test/results/mutation';

/**
 * Folder of the mutants during the test, outside the repository so that jest and the compiler do not find
 * them. The exit handler removes mutants that were not finished in time.
 */
const SANDBOXES = join(tmpdir(), `tag-pdf-mutants-${process.pid}`);
process.once('exit', () => rmSync(SANDBOXES, { recursive: true, force: true }));

export interface Effort {
	/** Number of mutants tested in parallel. */
	concurrency: number;
	/** Whether results of earlier runs are ignored. */
	fresh: boolean;
}

/** Tests every mutant of these modules with the tests of their room. */
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
