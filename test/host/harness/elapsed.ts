/** Receives the installer's current step as text for a progress display. */
export type Report = (step: string) => void;

const REPORT_INTERVAL_MS = 5_000;

/** Reports a long step, repeatedly with its elapsed time: `… (1:05 min)`. */
export async function reportElapsed<T>(
	report: Report,
	step: string,
	work: () => Promise<T>,
): Promise<T> {
	const begun = performance.now();
	report(step);
	const timer = setInterval(() => {
		const seconds = Math.round((performance.now() - begun) / 1_000);
		const minutes = Math.floor(seconds / 60);
		report(`${step} (${minutes}:${String(seconds % 60).padStart(2, '0')} min)`);
	}, REPORT_INTERVAL_MS);
	try {
		return await work();
	} finally {
		clearInterval(timer);
	}
}
