import { isMissing } from '../../../../scripts/docs/paths';

test.each([
	['nodes/TagPdf/run.ts', false],
	['test/engine/', false],
	['nodes/TagPdf/gone.ts', true],
	['test/gone/', true],
	// Names of others: a package, an option behind a path, what a build or a reader makes.
	['@n8n/di', false],
	['nodes/gone.ts --flag', false],
	['dist/gone.js', false],
	['demo-output/gone.pdf', false],
])('%s is missing: %j', (name, missing) => {
	expect(isMissing(name)).toBe(missing);
});
