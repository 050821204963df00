import { HOSTILE_OBJECTS } from './objects';
import type { HostileFile } from './onePage';
import { HOSTILE_SHARES } from './shared';
import { HOSTILE_STREAMS } from './streams';

export { makeBomb, writeOnePage, type HostileFile } from './onePage';

/** The worst files known. */
export const HOSTILE_FILES: readonly HostileFile[] = [
	...HOSTILE_OBJECTS,
	...HOSTILE_SHARES,
	...HOSTILE_STREAMS,
];
