const { readdirSync } = require('node:fs');
const { basename, join } = require('node:path');
const { transform } = require('../../jest.config.js');

const rootDir = join(__dirname, '..', '..');
const VERSIONS = join(__dirname, 'versions');
const committed = readdirSync(VERSIONS).map((n8n) => join(VERSIONS, n8n));
/** TAG_PDF_PIN is the pin of a run with `--n8n latest`. */
const pins = [...committed, process.env.TAG_PDF_PIN ?? []].flat();
const byNumber = (a, b) => basename(a).localeCompare(basename(b), 'en', { numeric: true });

const projectOf = (displayName, n8n, suites) => ({
	displayName,
	rootDir,
	testEnvironment: 'node',
	testMatch: suites.map((suite) => `<rootDir>/test/host/suites/${suite}.test.ts`),
	globals: { N8N_UNDER_TEST: n8n },
	transform,
});

/** Suites that one n8n shows for all: a large batch, and a setting that n8n 1 lacks. */
const NEWEST_ALONE = ['batch', 'settings'];
const FOR_OTHERS = readdirSync(join(__dirname, 'suites'))
	.filter((file) => file.endsWith('.test.ts'))
	.map((file) => file.replace('.test.ts', ''))
	.filter((suite) => !NEWEST_ALONE.includes(suite));

/** One project per pinned n8n, the newest last; `--selectProjects "n8n 1.123.81"` runs a single project. */
const projects = pins.sort(byNumber).map((pin, index) => {
	const n8n = basename(pin);
	// Every suite runs unless the pin lists suites.
	const { suites } = require(join(pin, 'package.json'));
	const isNewest = index === pins.length - 1;
	return projectOf(`n8n ${n8n}`, n8n, suites ?? (isNewest ? ['*'] : FOR_OTHERS));
});

/** The version of the n8n in the image of a run with `--image`. */
const { TAG_PDF_IMAGE_VERSION: inImage } = process.env;
if (inImage) projects.push(projectOf(`container ${inImage}`, inImage, ['*']));

/** @type {import('jest').Config} */
module.exports = {
	rootDir,
	projects,
	// This timeout only ends hanging tests. It is long because other suites may run at the same time.
	testTimeout: 300_000,
	// Each suite runs its own n8n; two at a time would slow each other down.
	maxWorkers: 1,
};
