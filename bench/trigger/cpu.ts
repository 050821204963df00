import { readFile } from 'node:fs/promises';

/** What Linux counts processor time in, whatever the machine: USER_HZ. */
const TICK_MS = 10;

/**
 * Milliseconds of processor time that a process has used so far, all its threads together; no other
 * program changes them much. Not a number on systems without /proc.
 */
export async function processorTime(pid: number): Promise<number> {
	const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
	// Behind the name, which may have spaces: proc(5) numbers utime 14 and stime 15, the state 3.
	const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
	return (Number(fields[14 - 3]) + Number(fields[15 - 3])) * TICK_MS;
}
