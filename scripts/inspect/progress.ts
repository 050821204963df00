/** Shows progress on a terminal, beside the lines on standard output. */
export interface Progress {
	say(text: string): void;
	/** Shows the file that is being read. */
	file(index: number, path: string): void;
	/** Removes the line. */
	clear(): void;
}

const CLEAR_LINE = '\r\u001b[2K';

export function showProgress(count: number, output: NodeJS.WriteStream = process.stderr): Progress {
	if (!output.isTTY) return { say: () => {}, file: () => {}, clear: () => {} };
	const show = (text: string) => void output.write(`${CLEAR_LINE}${text}`);
	return {
		say: show,
		file: (index, path) => show(`${index + 1}/${count} ${path}`),
		clear: () => void output.write(CLEAR_LINE),
	};
}
