import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import execa from 'execa';
import { ROOT } from '../paths';
import type { Run } from './runs';

const WITHIN = 120_000;
/** Number of characters of the output that show what went wrong. */
const TAIL = 2_000;

/** Runs a command of a page in its own shell. @throws Error with the end of its output */
export async function execute(command: string, run: Run): Promise<void> {
	const { beside, as = command, ...alone } = run;
	const executedAt = async (address: string) =>
		await executed(command, { ...alone, as: as.replaceAll('{address}', address) });
	await (beside ? executed(beside.command, beside, executedAt) : executedAt(''));
}

/**
 * @param whenReady runs before an endless command is interrupted, with the address that the first group
 *   of `until` found in the command's output
 */
async function executed(
	command: string,
	{ as, until, within = WITHIN }: Run,
	whenReady: (address: string) => Promise<void> = async () => {},
): Promise<void> {
	const folder = await mkdtemp(join(tmpdir(), 'docs-'));
	const started = execa('bash', ['-c', (as ?? command).replaceAll('{folder}', folder)], {
		cwd: ROOT,
		all: true,
		// A separate process group, so that processes started by npm end with it.
		detached: true,
		reject: false,
		cleanup: true,
	});
	const interrupt = () => {
		if (started.exitCode === null && started.pid !== undefined)
			process.kill(-started.pid, 'SIGINT');
	};
	const timer = setTimeout(interrupt, within);
	let outcome: Promise<void> | undefined;
	let printed = '';
	started.all?.on('data', (data: Buffer) => {
		printed += data.toString();
		const ready = until?.exec(printed);
		if (outcome !== undefined || !ready) return;
		outcome = whenReady(ready[1] ?? '').finally(interrupt);
		// Awaited below, after the command has ended.
		outcome.catch(() => {});
	});
	const { exitCode } = await started;
	clearTimeout(timer);
	await rm(folder, { recursive: true, force: true });
	await outcome;
	if (until ? outcome : exitCode === 0) return;
	throw new Error(`${command} ended with ${exitCode}:\n${printed.slice(-TAIL)}`);
}
