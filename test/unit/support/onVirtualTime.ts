import { PRODUCT_LIMITS } from '../../../nodes/client/limits';
import { Service } from '../../../nodes/client/service';
import { Watcher } from '../../../nodes/client/waiting';
import type { Item } from '../../../nodes/TagPdf/item';
import { VirtualClock } from './virtualClock';

/** The item on a virtual clock with the product's limits; submissions still use real time. */
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
