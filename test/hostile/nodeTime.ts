import type * as ClockModule from '../../nodes/shared/n8nRuntime';

/** The time that the compiled nodes read. It can pass faster than real time, so no test waits for a deadline. */
export class NodeTime {
	private passedMs = 0;

	constructor() {
		const { clock } = jest.requireActual<typeof ClockModule>('../../dist/nodes/shared');
		const now = clock.now.bind(clock);
		clock.now = () => now() + this.passedMs;
	}

	/** Lets time pass. A pause that has begun still takes its real time. */
	pass(ms: number): void {
		this.passedMs += ms;
	}
}
