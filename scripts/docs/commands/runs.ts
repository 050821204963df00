/** How this check runs a command that CI does not run in this form. */
export interface Run {
	/**
	 * Replaces a command that would use the reader's own files or ports. `{folder}` is a new folder, and
	 * `{address}` is the address of the `beside` command.
	 */
	as?: string;
	/** For an endless command: its output when it is ready; the first group is its address. */
	until?: RegExp;
	/** A command that must be running meanwhile. */
	beside?: Run & { command: string };
	/** Reason why the command is not run. */
	not?: string;
	/** Timeout in milliseconds. */
	within?: number;
}

const SAMPLE = 'test/fixtures/sample.pdf';
/** Uses free ports, because the reader's own sandbox may use the default ports. */
const SANDBOX: Run = {
	as: 'npm run sandbox -- --port 0',
	until: /(http:\/\/127\.0\.0\.1:\d+)[^]*Ctrl-C/,
};
const MEASURES = 'measures for minutes on a machine with nothing else to do';
const NEEDS_DOCKER = 'it needs Docker; unit tests check what it asks of it';
const OWN_SUITE = 'runs for minutes, and .ci/run runs the same suite with';

const orderFault = (address: string) =>
	`curl -X POST ${address}/sandbox/faults -H 'Content-Type: application/json' -d '{"step": "submitJob", "nth": 3, "fault": {"reset": "after"}}'`;

/** Commands of the pages that neither `.ci/run` nor a workflow runs in exactly this form. */
export const RUNS: Readonly<Record<string, Run>> = {
	'npm ci': { not: 'this check stands on its result' },
	'.ci/run host queue': { not: 'runs for minutes, and .ci/run runs the same parts' },
	'npm run watch': { until: /Watching|Finished/ },
	'npm run video': { not: 'records for minutes, and somebody has to watch it' },
	'npm run format': { not: 'npm run lint compares with what it would write' },
	'npm run sandbox': SANDBOX,
	'npm run sandbox -- --help': {},
	[orderFault('http://127.0.0.1:4010')]: {
		as: `${orderFault('{address}')} --fail`,
		beside: { command: 'npm run sandbox', ...SANDBOX },
	},
	'npm run docs:check -- --update': { not: 'it writes pages, which npm run docs:check compares' },
	'npm run bench -- --help': {},
	'npm run bench -- --report': {},
	'npm run bench -- --save': { not: MEASURES },
	'npm run bench -- --only weight': { not: MEASURES },
	'npm run bench -- --only growth': { not: MEASURES },
	'npm run bench -- --only trigger': { not: MEASURES },
	'npm run bench -- --only journal': { not: MEASURES },
	'npm run bench -- --only inspect': { not: MEASURES },
	'npm run bench -- --only turns': { not: MEASURES },
	'npm run bench': { not: MEASURES },
	'npm run demo -- my.pdf': { as: `npm run demo -- ${SAMPLE} --out {folder}` },
	'npm run demo -- your.pdf': { as: `npm run demo -- ${SAMPLE} --out {folder}` },
	'npm run inspect -- my.pdf': { as: `npm run inspect -- ${SAMPLE}` },
	'npm run inspect -- *.pdf': { as: 'npm run inspect -- test/fixtures/*.pdf' },
	'npm run backlog': { as: 'npm run backlog -- --check' },
	'npm run evidence': { not: `${OWN_SUITE} npm test` },
	'npm run evidence -- verify evidence-2026-11-23.jsonl --hash <hash> --files <folder>': {
		not: `${OWN_SUITE} npm test`,
	},
	'npm test -- test/unit/client': { as: 'npx jest test/unit/client/retry' },
	'npm test -- --coverage': { as: 'npx jest --coverage test/unit/client/retry' },
	'git clone https://github.com/tag-pdf/n8n-nodes-tag-pdf.git': { not: 'this check stands in it' },
	'npm start -- --mailbox': { not: `${OWN_SUITE} npm run test:ui` },
	'npm start -- --mailbox my.pdf': { not: `${OWN_SUITE} npm run test:ui` },
	'npm start': { not: `${OWN_SUITE} npm run test:ui` },
	'npm start -- --n8n 1.123.81': { not: `${OWN_SUITE} npm run test:ui, with the newest n8n` },
	'docker compose -f docker/tour/compose.yaml up --build': { not: NEEDS_DOCKER },
	'npm run test:host -- --n8n latest': { not: 'it asks a registry, and installs n8n' },
	'npm run test:host -- --image <image>': { not: NEEDS_DOCKER },
	'SCREENSHOTS=1 npm run test:ui': { not: `${OWN_SUITE} npm run test:ui; pictures are looked at` },
	'TAG_PDF_BACKLOG=20 npm run test:examples -- --n8n 1.123.81 backlog': {
		not: `${OWN_SUITE} npm run test:examples, in n8n 2`,
	},
	'TAG_PDF_BACKLOG=2000 npm run test:examples -- --n8n 2.41.1 backlog': {
		not: `${OWN_SUITE} npm run test:examples, with fewer documents`,
	},
	'npm run test:examples -- backlog --queue': {
		not: `${OWN_SUITE} npm run test:examples -- --queue`,
	},
	'TAG_PDF_BACKLOG=2000 npm run test:examples -- backlog --queue --calm': {
		not: `${OWN_SUITE} 300 documents`,
	},
	'TAG_PDF_BACKLOG=20000 npm run test:examples -- backlog --queue --calm': {
		not: `${OWN_SUITE} 300 documents`,
	},
	'CORPUS=<folder> npm run test:examples -- --n8n 2.41.1 triage': {
		not: 'needs a folder of PDFs that is not part of the project',
	},
	'TAG_PDF_BACKLOG=20000 npm run test:examples -- backlog --queue': {
		not: `${OWN_SUITE} npm run test:examples -- --queue, with fewer documents`,
	},
	'npm run test:faults': { not: `${OWN_SUITE} npm test` },
	'npm run test:faults -- --update': { not: `${OWN_SUITE} npm test` },
	'npm run test:crashes': { not: `${OWN_SUITE} jest test/engine/crashes` },
	'npm run test:crashes -- --update': { not: `${OWN_SUITE} jest test/engine/crashes` },
	'npm run test:webhooks': { not: `${OWN_SUITE} npm test and npm run test:ui` },
	'npm run test:lifetimes': { as: 'npm run test:lifetimes -- --help' },
	'npm run test:lifetimes -- --from 60000000 --lives 300000 --page': {
		not: `${OWN_SUITE} npm run test:lifetimes, with more lives`,
	},
	'npx jest test/unit/client/waiting/batches': { not: `${OWN_SUITE} npm test` },
	'npm run lint:n8n': { not: `${OWN_SUITE} npm run lint` },
	'npm run eslint -- <files>': { as: 'npm run eslint -- index.js' },
	'npm run test:hostile': { not: `${OWN_SUITE} npm test, its slow connections aside` },
	'npm run test:busy': { not: 'runs npm test five times, slowed down on purpose' },
	'npm run test:mutated': { as: 'npm run test:mutated -- --files 20' },
	'npm run test:corpus': { not: 'its PDFs are not part of this repository' },
	'VERAPDF_CORPUS=../veraPDF-corpus/PDF_UA-1 npm run test:corpus': {
		not: 'its PDFs are not part of this repository',
	},
	'git push --follow-tags': { not: 'it publishes' },
	'npm run changelog': { not: 'it releases' },
	"git commit -am 'Version 0.2.0'": { not: 'it releases' },
	'git tag -a v0.2.0 -m v0.2.0': { not: 'it releases' },
	'npx changeset': { not: 'it asks questions' },
	'npm run prose': { not: 'npm run docs:check runs it first' },
	'npm install --package-lock-only --before=2026-09-27 --omit-lockfile-registry-resolved': {
		not: 'it asks a registry',
	},
	'npm audit': { not: 'it asks a registry' },
	'npm audit --omit=dev': { not: 'it asks a registry' },
};
