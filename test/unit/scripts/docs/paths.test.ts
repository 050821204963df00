import { isMissing } from '../../../../scripts/docs/paths';

test.each([
	['nodes/TagPdf/run.ts', false],
	['test/engine/', false],
	['nodes/TagPdf/gone.ts', true],
	['test/gone/', true],
	// Names that are not checked: a package, an option after a path, and files that a build or a reader makes.
	['@n8n/di', false],
	['nodes/gone.ts --flag', false],
	['dist/gone.js', false],
	['demo-output/gone.pdf', false],
])('%s is missing: %j', (name, missing) => {
	expect(isMissing(name)).toBe(missing);
});
