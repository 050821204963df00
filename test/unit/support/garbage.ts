import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** Collects what nothing refers to any more. */
export function collectGarbage(): void {
	setFlagsFromString('--expose-gc');
	(runInNewContext('gc') as () => void)();
}

/** Memory of all buffers that are in use, in bytes. */
export function measureBuffers(): number {
	// The first collection finds unused buffers, and the second one waits until they are freed.
	collectGarbage();
	collectGarbage();
	return process.memoryUsage().arrayBuffers;
}
