import { knownEquivalents } from '../../mutation/equivalents';
import { filesAt, roomsOf, shippedFiles } from '../../mutation/rooms';

it.each([
	['nodes/client/retry/policy.ts', 'nodes/client/retry', 'client/retry/**/'],
	['nodes/client/limits.ts', 'nodes/client', 'client/'],
	['nodes/TagPdf/parameters/source/index.ts', 'nodes/TagPdf/parameters', 'TagPdf/parameters/**/'],
	['nodes/TagPdf/run.ts', 'nodes/TagPdf', 'TagPdf/'],
	['credentials/TagPdfApi.credentials.ts', 'credentials', 'credentials/**/'],
])('%s is tested with the tests of its folder', (file, name, tests) => {
	expect(roomsOf([file])).toEqual([
		{ name, files: [file], tests: [`test/unit/${tests}!(batches|bounds|mutations).test.ts`] },
	]);
});

it.each([
	['nodes/client/retry/', 'nodes/client/retry/policy.ts'],
	['nodes/client/retry/policy.ts', 'nodes/client/retry/policy.ts'],
	['test/unit/client/retry', 'nodes/client/retry/policy.ts'],
	['test/unit/client/retry/policy.test.ts', 'nodes/client/retry/policy.ts'],
	['test/unit/credentials/TagPdfApi.test.ts', 'credentials/TagPdfApi.credentials.ts'],
])('%s names %s', (path, file) => {
	expect(filesAt(path)).toContain(file);
});

it.each(['nodes/client/ret', 'nodes/none.ts', 'sandbox'])('%s names no module', (path) => {
	expect(() => filesAt(path)).toThrow(`There is no module to mutate at ${path}`);
});

it('has equivalent mutants of modules that exist, each with a reason', () => {
	const files = shippedFiles();
	const known = knownEquivalents();
	expect(known.filter(({ file }) => !files.includes(file))).toEqual([]);
	expect(known.filter(({ reason }) => !/^[A-Z].{10,}\.$/.test(reason))).toEqual([]);
});
