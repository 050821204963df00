import { mkdtempSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Counts that must stay at zero, whatever the service answers. */
export interface Verdict {
	/** Places in which a secret was found, e.g. `log`. */
	leaks: string[];
	/** Items with another document or with wrong bytes. */
	wrongDocuments: string[];
	/** Paid jobs that are neither delivered nor named. */
	untraced: string[];
	/** Whether the run was still active after its deadline. */
	outlived: boolean;
}

export const CLEAN: Verdict = { leaks: [], wrongDocuments: [], untraced: [], outlived: false };

interface Tally {
	cases: number;
	leaks: number;
	wrongDocuments: number;
	untraced: number;
	outlived: number;
}

const tally: Tally = { cases: 0, leaks: 0, wrongDocuments: 0, untraced: 0, outlived: 0 };

/** Counts one run, for the reporter. */
export function count({ leaks, wrongDocuments, untraced, outlived }: Verdict): void {
	tally.cases += 1;
	tally.leaks += leaks.length;
	tally.wrongDocuments += wrongDocuments.length;
	tally.untraced += untraced.length;
	tally.outlived += Number(outlived);
}

// Test files run in separate processes; the reporter adds up their files in this folder.
const { TAG_PDF_HOSTILE_TALLIES: folder } = process.env;
afterAll(() => {
	if (folder === undefined) return;
	const peakMb = Math.round(process.resourceUsage().maxRSS / 1_000);
	const path = join(mkdtempSync(join(folder, 'suite-')), 'tally.json');
	writeFileSync(path, JSON.stringify({ ...tally, peakMb }));
});
