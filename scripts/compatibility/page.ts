import type { HostVersion } from '../../test/host/harness/versions';
import { N8N_3 } from './n8n3';
import type { Result, Suite } from './results';

type Version = Omit<HostVersion, 'pins' | 'folder'>;

/** A result, with the Node.js version of its n8n. */
type Run = Result & Pick<Version, 'nodeVersion'>;

/** Configuration of n8n in each suite. A group of tests may name another mode of binary data. */
const SUITES: Readonly<Record<Suite, { setup: string; binaryData: string }>> = {
	host: { setup: 'one process, SQLite', binaryData: 'filesystem' },
	queue: {
		setup: 'queue mode: main, 2 workers, 2 webhook processors, PostgreSQL, Redis',
		binaryData: 'database',
	},
	ui: { setup: 'one process, SQLite; its editor in Chromium', binaryData: 'filesystem' },
};
const MODE = /^Binary data mode (\w+)$/;

/**
 * The text of docs/evidence/compatibility.md, in Markdown without final formatting.
 *
 * @param versions the pinned versions of n8n, oldest first
 * @param results one per suite and version that ran
 * @throws Error when a test has failed, or a required suite has not run
 */
export function compatibilityPage(
	versions: readonly Version[],
	results: readonly Result[],
): string {
	const ran = versions.flatMap((version) => runsOf(version, results, version === versions.at(-1)));
	return [
		INTRODUCTION,
		table(
			['n8n', 'runs as', 'binary data', 'Node.js', 'tests passed', 'date'],
			ran.map((result) => [
				result.n8n,
				SUITES[result.suite].setup,
				binaryData(result),
				result.nodeVersion,
				String(passedIn(result)),
				result.date,
			]),
		),
		'Why these versions:',
		versions.map(({ n8n, reason }) => `- **${n8n}** is ${reason}.`).join('\n'),
		'## What ran',
		'The number of tests that passed, by subject; – where none ran.',
		matrix(versions, ran),
		...oldest(versions),
		N8N_3,
		NOT_PROVEN,
	].join('\n\n');
}

/** Makes all dates of a page the same, so that two runs can be compared. */
export function withoutDates(page: string): string {
	return page.replace(/\d{4}-\d\d-\d\d/g, '0000-00-00');
}

const INTRODUCTION = `# Compatibility

Every line is a run of the packed package in a real n8n, beside the sandbox of the service.
\`npm run compatibility\` writes this page from the results of \`npm run test:host\`,
\`npm run test:queue\` and \`npm run test:ui\`; CI runs all three and compares the page with their
results.`;

const NOT_PROVEN = `## What is not proven

- **The service itself**: everything here ran against the sandbox, which is built from the service's
  interface.
- **n8n 2.34**: its releases depend on packages that could not be found in the registry, so none could
  be installed; 2.35 has the same n8n-workflow without \`sleepWithAbort\`.
- **n8n 2.41.3**, the newest in the registry: it depends on packages that could not be found there.
- **Versions between those of the table**: they should work, but nobody has run them. Newer ones are
  unknown until they are pinned here.
- **n8n 3**, n8n's Docker image, n8n Cloud, and other systems than Linux on x86-64.
- **Binary data in S3 or Azure**: n8n offers it with a licence only.
- **Queue mode on n8n 1**, several main processes, and databases other than SQLite and PostgreSQL.`;

/** The runs of one version, in the order of SUITES. Only the newest version runs in queue mode. */
function runsOf(version: Version, results: readonly Result[], newest: boolean): Run[] {
	const { n8n, nodeVersion, everySuite } = version;
	const runs: Readonly<Record<Suite, boolean>> = { host: true, queue: newest, ui: everySuite };
	const suites = (Object.keys(SUITES) as Suite[]).filter((suite) => runs[suite]);
	return suites.map((suite) => {
		const result = results.find((candidate) => candidate.suite === suite && candidate.n8n === n8n);
		const again = `Run npm run test:${suite}.`;
		if (!result)
			throw new Error(`There is no result of the ${suite} suite on n8n ${n8n}. ${again}`);
		const broken = Object.keys(result.groups).filter((group) => result.groups[group]?.failed);
		if (broken.length === 0) return { ...result, nodeVersion };
		throw new Error(`On n8n ${n8n}, tests of these groups failed: ${broken.join(', ')}. ${again}`);
	});
}

function passedIn({ groups }: Result): number {
	return Object.values(groups).reduce((sum, { passed }) => sum + passed, 0);
}

function binaryData({ suite, groups }: Result): string {
	const modes = Object.keys(groups).flatMap((group) => MODE.exec(group)?.[1] ?? []);
	return modes.sort().join(', ').replace('default', 'default (memory)') || SUITES[suite].binaryData;
}

/** Subjects down, versions across. */
function matrix(versions: readonly Version[], ran: readonly Result[]): string {
	const subjects = [...new Set(ran.flatMap(({ groups }) => Object.keys(groups)))].sort();
	const cell = (subject: string) => (version: Version) => {
		const results = ran.filter(({ n8n }) => n8n === version.n8n);
		const passed = results.reduce((sum, { groups }) => sum + (groups[subject]?.passed ?? 0), 0);
		return passed > 0 ? String(passed) : '–';
	};
	return table(
		['subject', ...versions.map(({ n8n }) => n8n)],
		subjects.map((subject) => [subject, ...versions.map(cell(subject))]),
	);
}

function oldest([first]: readonly Version[]): string[] {
	if (!first?.before) return [];
	return ['## The oldest n8n that works', `**${first.n8n}**. ${first.before}`];
}

function table(head: readonly string[], rows: ReadonlyArray<readonly string[]>): string {
	const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
	return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
}
