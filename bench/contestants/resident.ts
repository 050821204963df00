import { readFileSync, writeFileSync } from 'node:fs';

const MIB_KB = 1024;

/** Resets the peak of a process's memory (proc(5), clear_refs 5). */
export function forgetPeak(pid: number | 'self'): void {
	writeFileSync(`/proc/${pid}/clear_refs`, '5');
}

/** Returns a process's memory now and at its peak, in MB, as Linux counts it. */
export function residentMb(pid: number | 'self'): { now: number; peak: number } {
	const status = readFileSync(`/proc/${pid}/status`, 'utf8');
	const field = (name: string) =>
		Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(status)?.[1]) / MIB_KB;
	return { now: field('VmRSS'), peak: field('VmHWM') };
}
