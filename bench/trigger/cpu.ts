import { readFile } from 'node:fs/promises';

/** Linux counts processor time in this unit on every machine (USER_HZ). */
const TICK_MS = 10;

/**
 * Milliseconds of processor time that a process has used so far, in all its threads. Other programs
 * hardly affect it. NaN on systems without /proc.
 */
export async function processorTime(pid: number): Promise<number> {
	const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
	// The name may have spaces, so it is skipped: proc(5) numbers utime 14, stime 15 and the state 3.
	const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
	return (Number(fields[14 - 3]) + Number(fields[15 - 3])) * TICK_MS;
}
