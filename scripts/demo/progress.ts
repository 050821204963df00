import { Listr, PRESET_TIMER } from 'listr2';

/** The line that shows a task; its title may grow while the task runs. */
export interface TaskLine {
	title: string;
}

export type Task = (line: TaskLine) => Promise<unknown>;

/** The demo itself handles Ctrl-C, because it has more to clean up than the display. */
const options = {
	registerSignalListeners: false,
	// The message of an error is printed once, at the end.
	rendererOptions: { timer: PRESET_TIMER, collapseSubtasks: false, showErrorMessage: false },
	fallbackRendererOptions: { timer: PRESET_TIMER },
};

/** Shows one task while it runs: a live line, or a plain one without a terminal. */
export async function showTask<T>(title: string, task: (line: TaskLine) => Promise<T>): Promise<T> {
	let result: T | undefined;
	await new Listr(
		[
			{
				title,
				task: async (_context, line) => {
					result = await task(line);
				},
			},
		],
		options,
	).run();
	return result as T;
}

/** Shows tasks one after the other below a common title. */
export async function showTasks(title: string, tasks: Map<string, Task>): Promise<void> {
	const children = [...tasks].map(([name, task]) => ({
		title: name,
		task: async (_context: unknown, line: TaskLine) => {
			await task(line);
		},
	}));
	await new Listr([{ title, task: (_context, line) => line.newListr(children) }], options).run();
}
