import { PRODUCT_LIMITS } from '../../../nodes/client/limits';
import { Service } from '../../../nodes/client/service';
import { Watcher } from '../../../nodes/client/waiting';
import type { Item } from '../../../nodes/TagPdf/item';
import { VirtualClock } from './virtualClock';

/** The item with a clock of the test's own, and so with the limits that users get; it submits in real time. */
export function onVirtualTime(item: Item): { clock: VirtualClock; item: Item } {
	const clock = new VirtualClock();
	const runtime = {
		...item.runtime,
		limits: PRODUCT_LIMITS,
		now: () => clock.now(),
		sleep: async (ms: number, signal?: AbortSignal) => await clock.sleep(ms, signal),
		random: () => clock.random(),
	};
	const service = new Service(runtime);
	const watcher = new Watcher(runtime, service, item.signal);
	return { clock, item: { ...item, runtime, service, watcher } };
}
