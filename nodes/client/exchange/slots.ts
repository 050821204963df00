import type { Slots } from '../runtime';

/**
 * Lets so many through at the same time. Those who have to wait go in the order in which they came,
 * the urgent ones first. Once the signal is aborted nobody waits any more: who is let through looks
 * at the signal before it does anything.
 *
 * @param signal gets one listener, however many wait
 */
export function slotsFor(most: number, signal?: AbortSignal): Slots {
	const urgent: Array<() => void> = [];
	const others: Array<() => void> = [];
	let taken = 0;

	signal?.addEventListener(
		'abort',
		() => {
			for (const go of [...urgent.splice(0), ...others.splice(0)]) go();
		},
		{ once: true },
	);
	const turn = async (isUrgent: boolean): Promise<void> => {
		if (taken <= most || signal?.aborted === true) return;
		await new Promise<void>((resolve) => (isUrgent ? urgent : others).push(resolve));
	};
	return {
		through: async (work, isUrgent = false) => {
			taken += 1;
			await turn(isUrgent);
			try {
				return await work();
			} finally {
				taken -= 1;
				(urgent.shift() ?? others.shift())?.();
			}
		},
	};
}
