import type { FaultOrder } from '../../../sandbox';
import { open } from './openSandbox';

// The fault matrix (test/engine/faults) orders every kind of fault at every step and compares each outcome.

it.each<FaultOrder>([
	{ step: 'store', fault: { malformedJson: true } },
	{ step: 'download', fault: { missingField: 'id' } },
	{ step: 'getJob', fault: { expired: true } },
	{ step: 'getJob', fault: { failJob: true } },
	{ step: 'store', fault: { truncate: 0.5 } },
	{ step: 'store', fault: { stall: 'body' } },
	{ step: 'getJob', fault: { status: 500 }, nth: 0 },
])('an order without any effect is refused: %j', async (order) => {
	const { sandbox } = await open();
	expect(() => sandbox.faults.order(order)).toThrow(RangeError);
});
