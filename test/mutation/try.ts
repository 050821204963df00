import { mkdir, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { CONFIG } from './config';
import { mutantOf, type Mutant } from './mutants';
import type { Room } from './rooms';

/** Kept out of the repository. */
export const RESULTS = 'test/results/mutation';

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
		jest: { ...CONFIG.jest, config: { testMatch: room.tests } },
		concurrency,
		force: fresh,
		incrementalFile: `${page}.json`,
		htmlReporter: { fileName: `${page}.html` },
		// Beside the repository it would be found by jest and by the compiler.
		tempDirName: join(tmpdir(), 'tag-pdf-mutants'),
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
