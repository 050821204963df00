/** A clock that only the test moves. */
export function makeClock(start = Date.UTC(2030, 0, 1)) {
	let now = start;
	return {
		now: () => now,
		pass: (seconds: number) => {
			now += seconds * 1000;
		},
	};
}
