/** Shows on a terminal what is going on, beside the lines on standard output. */
export interface Progress {
	say(text: string): void;
	/** The file that is being read now. */
	file(index: number, path: string): void;
	/** Takes the line away. */
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
