import { setTimeout } from 'node:timers/promises';
import { Command } from 'commander';
import pc from 'picocolors';
import { changedFiles } from './changes';
import { CONFIG } from './config';
import { knownEquivalents } from './equivalents';
import type { Mutant } from './mutants';
import { report } from './report';
import { filesAt, roomsOf, shippedFiles, type Room } from './rooms';
import { RESULTS, tryMutants, type Effort } from './try';
import { staleEntries, verdictOn } from './verdict';

interface Options extends Effort {
	changed?: true;
	minutes: number;
}

const program = new Command('npm run test:mutation --')
	.description('Changes the code on purpose, and lists the changes that no unit test notices.')
	.argument('[paths...]', 'modules or folders, e.g. nodes/client/retry (default: all)')
	.option('--changed', 'only modules that, or whose tests, differ from the main branch')
	.option('--minutes <n>', 'end after so many minutes, and say what is left out', Number, Infinity)
	.option('--concurrency <n>', 'mutants that are tried at a time', Number, 2)
	.option('--fresh', 'leave aside what earlier runs have found out', false)
	.addHelpText(
		'after',
		`\nPages with every mutant in its place are in ${RESULTS}/. Changes that nothing can notice are in` +
			'\ntest/mutation/equivalent/, each with its reason.',
	);

/** The requested rooms; with a time limit, one module after the other. */
async function roomsToTry(paths: string[], { changed, minutes }: Options): Promise<Room[]> {
	const asked = paths.length > 0 ? [...new Set(paths.flatMap(filesAt))] : shippedFiles();
	const files = changed ? await changedFiles() : asked;
	if (!files) console.log('No history is at hand, so nothing is known to have changed.');
	if (files?.length === 0) console.log('No module has changed, and no test of one.');
	const rooms = roomsOf(files ?? []);
	if (minutes === Infinity) return rooms;
	return rooms.flatMap((room) => room.files.map((file) => ({ ...room, files: [file] })));
}

/** Result of the work if it ends before the deadline (epoch ms), otherwise undefined. */
async function before<T>(deadline: number, work: () => Promise<T>): Promise<T | undefined> {
	const left = deadline - Date.now();
	if (left <= 0) return undefined;
	if (left === Infinity) return await work();
	return await Promise.race([work(), setTimeout(left, undefined, { ref: false })]);
}

/** Tests the mutants and judges the modules; the exit code is the verdict. */
async function main(paths: string[], options: Options): Promise<void> {
	const { low } = CONFIG.thresholds;
	const known = knownEquivalents();
	const deadline = Date.now() + options.minutes * 60_000;
	const tried: string[] = [];
	const left: string[] = [];
	const mutants: Mutant[] = [];
	for (const room of await roomsToTry(paths, options)) {
		const found = await before(deadline, async () => {
			console.log(pc.bold(room.files.length === 1 ? (room.files[0] ?? '') : room.name));
			return await tryMutants(room, options);
		});
		if (found) mutants.push(...found);
		(found ? tried : left).push(...room.files);
	}

	const verdicts = tried.map((file) => verdictOn(file, mutants, known));
	const stale = staleEntries(tried, mutants, known);
	const weak = verdicts.filter(({ score }) => score !== undefined && score < low);
	console.log(report(verdicts, low));
	for (const { file, code, becomes } of stale)
		console.log(pc.red(`excuses nothing: ${file}: ${code} → ${becomes}`));
	for (const { file } of weak) console.log(pc.red(`below ${low} %: ${file}`));
	if (left.length > 0) console.log(`Left out, for want of time: ${left.join(', ')}`);
	// Ends work that is still in progress.
	process.exit(stale.length + weak.length > 0 ? 1 : 0);
}

program.action(main);
void program.parseAsync();
