import type { ObjectHead } from './events';
import type { ObjectEndFinder } from './objectEndFinder';

/** A number that may begin an object. */
export type NumberToken = Record<'value' | 'offset', number>;

/** An object or a trailer whose end was not found yet. */
export interface UnfinishedObject {
	head?: ObjectHead;
	offset: number;
	endFinder: ObjectEndFinder;
}
