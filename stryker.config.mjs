// Mutation tests: Stryker changes the code and lists the changes that no unit test notices. For one folder and
// its tests, or one of its files:
//
//     FOLDER=client npm run test:mutation
//     FOLDER=client npm run test:mutation -- --mutate client/retry.ts
//
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const { FOLDER = '{client,pdf,credentials,nodes/shared,nodes/TagPdf,nodes/TagPdfTrigger}' } =
	process.env;

/** @type {import('@stryker-mutator/core').PartialStrykerOptions} */
export default {
	mutate: [`${FOLDER}/**/*.ts`],
	// Most strings are texts for people; a test of them would only repeat them.
	mutator: { excludedMutations: ['StringLiteral'] },

	// Without jest, whose start takes longer than most tests.
	testRunner: 'one-process',
	plugins: ['./test/mutation/oneProcess.mjs'],
	// Thousands of documents or deliveries, and the bounds of memory, take seconds for every mutant.
	testFiles: [`test/unit/${FOLDER}/**/!(*anything|*batches|*bounds|*mutations|*rateLimit).test.ts`],
	// Each mutant is tested only by the tests that reach it.
	coverageAnalysis: 'perTest',

	// Percent of noticed changes. Some changes have no effect that a test could notice.
	thresholds: { high: 90, low: 80, break: 80 },

	concurrency: 2,
	timeoutMS: 10_000,
	timeoutFactor: 3,
	dryRunTimeoutMinutes: 20,

	// Outside the repository, where jest and the compiler do not find the copy.
	tempDirName: join(tmpdir(), `tag-pdf-mutants-${process.pid}`),
	cleanTempDir: 'always',
	ignorePatterns: ['dist', 'coverage', 'demo-output', '/test/results'],
	reporters: ['clear-text', 'html', 'progress-append-only'],
	clearTextReporter: { logTests: false },
	htmlReporter: { fileName: 'test/results/mutation.html' },
};
