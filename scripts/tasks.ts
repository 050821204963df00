import { join } from 'node:path';
import execa from 'execa';
import { Listr, type ListrTask } from 'listr2';
import { reportElapsed, type Report } from '../test/host/harness/elapsed';

const ROOT = join(__dirname, '..');

/** A task of a progress display, which shows the steps that the work reports. */
export function task(title: string, work: (report: Report) => Promise<void>): ListrTask {
	return {
		title,
		task: async (_context, shown) => {
			await work((step) => {
				shown.output = step;
			});
		},
	};
}

/** Builds dist/, for commands that run the compiled nodes. Takes seconds if something has changed. */
export function building(): ListrTask {
	return task('Build the package', async (report) => {
		await reportElapsed(report, 'compiling what has changed', async () => {
			await execa('gulp', ['--silent', 'build'], { cwd: ROOT, preferLocal: true });
		});
	});
}

/** Carries out tasks one after the other, and shows their progress. Signals are left to the caller. */
export async function showTasks(tasks: ListrTask[]): Promise<void> {
	await new Listr(tasks, {
		registerSignalListeners: false,
		rendererOptions: { showErrorMessage: false },
	}).run();
}
