/** Processor time of a piece of work, in milliseconds: unlike its duration, it hardly depends on what else runs. */
export async function measureCpuMs(work: () => unknown): Promise<number> {
	const began = process.cpuUsage();
	await work();
	return process.cpuUsage(began).user / 1000;
}
