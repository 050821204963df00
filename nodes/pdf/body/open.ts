import type { ObjectHead } from './events';
import type { Extent } from './extent';

/** A number that may begin an object. */
export type NumberSeen = Record<'value' | 'offset', number>;

/** An object or a trailer whose end was not found yet. */
export interface Open {
	head?: ObjectHead;
	offset: number;
	extent: Extent;
}
