import Table from 'cli-table3';
import pc from 'picocolors';
import type { Verdict } from './verdict';

/** The report in the terminal: each survivor, each excuse, and a line for each module. */
export function report(verdicts: readonly Verdict[], low: number): string {
	const seen = verdicts.filter(
		({ score, equivalent }) => score !== undefined || equivalent.length > 0,
	);
	return [...seen.flatMap(details), table(seen, low)].join('\n');
}

function details({ file, survivors, equivalent }: Verdict): string[] {
	return [
		...survivors.map(
			({ line, code, becomes, within }) =>
				`${pc.red('survived')} ${file}:${line}  ${pc.dim(within)}\n  - ${code}\n  + ${becomes}`,
		),
		...equivalent.map(
			({ mutant: { line, code, becomes }, reason }) =>
				`${pc.dim('equivalent')} ${file}:${line}  ${reason}\n  - ${code}\n  + ${becomes}`,
		),
	];
}

function table(verdicts: readonly Verdict[], low: number): string {
	const head = ['module', 'killed', 'of these slow', 'survived', 'equivalent', 'score'];
	const drawn = new Table({
		head,
		style: { head: [], border: [], compact: true },
		colAligns: ['left', 'right', 'right', 'right', 'right', 'right'],
	});
	for (const { file, killed, slow, survivors, equivalent, score } of verdicts)
		drawn.push([file, killed, slow, survivors.length, equivalent.length, shown(score, low)]);
	return drawn.toString();
}

function shown(score: number | undefined, low: number): string {
	if (score === undefined) return '–';
	// Rounded down: 89.96 is not 90.
	const text = `${(Math.floor(score * 10) / 10).toFixed(1)} %`;
	return score < low ? pc.red(text) : text;
}
