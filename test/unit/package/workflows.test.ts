import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';

const FOLDER = join(__dirname, '../../../.github/workflows');

interface Step {
	readonly uses?: string;
	readonly run?: string;
	readonly with?: Readonly<Record<string, unknown>>;
}
interface Job {
	readonly environment?: string;
	readonly strategy?: { readonly matrix: Readonly<Record<string, readonly unknown[]>> };
	readonly permissions?: Readonly<Record<string, string>>;
	readonly steps: readonly Step[];
}
interface Workflow {
	readonly permissions: object;
	readonly jobs: Readonly<Record<string, Job>>;
}

const files = readdirSync(FOLDER).map((name) => ({
	name,
	text: readFileSync(join(FOLDER, name), 'utf8'),
}));

describe.each(files)('$name', ({ text }) => {
	const workflow = parse(text) as Workflow;
	const jobs = Object.values(workflow.jobs);
	const steps = jobs.flatMap((job) => job.steps);

	test('names each action by its commit, with the version beside it', () => {
		const used = text.match(/uses: .*/g) ?? [];
		const pinned = /^uses: [\w-]+\/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/;
		expect(used.filter((line) => !pinned.test(line))).toEqual([]);
	});

	test('allows only the permissions that each job names', () => {
		expect(workflow.permissions).toEqual({});
		expect(jobs.filter(({ permissions }) => permissions === undefined)).toEqual([]);
	});

	test('leaves no token in a checkout', () => {
		const checkouts = steps.filter(({ uses }) => uses?.startsWith('actions/checkout@'));
		expect(checkouts.filter((step) => step.with?.['persist-credentials'] !== false)).toEqual([]);
	});

	test('passes no text from outside to a shell', () => {
		expect(steps.filter(({ run }) => run?.includes('${{'))).toEqual([]);
	});

	test('publishes only after a review, from a job without the repository and its dependencies', () => {
		for (const { environment, permissions = {}, steps } of jobs) {
			if (permissions['id-token'] !== 'write') continue;
			expect(environment).toBe('npm');
			const used = steps.flatMap(({ uses }) => uses?.split('@')[0] ?? []);
			expect(used).toEqual(['actions/setup-node', 'actions/download-artifact']);
			expect(steps.flatMap(({ run }) => run ?? [])).toEqual([
				'npm publish ./*.tgz --provenance --access public --ignore-scripts',
			]);
		}
	});

	test("writes only from jobs that run no dependency's code except the build", () => {
		const writing = jobs.filter(({ permissions = {} }) =>
			Object.values(permissions).includes('write'),
		);
		const commands = writing.flatMap((job) => job.steps.flatMap(({ run }) => run ?? []));
		expect(commands.filter((run) => /\.ci\/run|npm (test|run (test|lint))/.test(run))).toEqual([]);
	});
});

test('GitHub and .ci/run run every part once', () => {
	const script = readFileSync(join(FOLDER, '../../.ci/run'), 'utf8');
	const known = [...script.matchAll(/^ {4}(\w+)\)/gm)].map(([, name]) => name);
	const lanes = [...script.matchAll(/^(?:lane \d+|parts) ([a-z ]+)$/gm)];
	const started = lanes.flatMap(([, names = '']) => names.split(' '));
	expect(started.toSorted()).toEqual(known.toSorted());

	const ci = files.find(({ name }) => name === 'ci.yml');
	const { part } = (parse(ci?.text ?? '') as Workflow).jobs;
	expect(part?.strategy?.matrix.part?.toSorted()).toEqual(known.toSorted());
});

test('exactly one job may publish', () => {
	const publishing = files.flatMap(({ text }) =>
		Object.values((parse(text) as Workflow).jobs).filter(
			({ permissions = {} }) => permissions['id-token'] === 'write',
		),
	);
	expect(publishing).toHaveLength(1);
});
