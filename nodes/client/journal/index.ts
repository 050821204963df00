/** Which attempts may have a job, kept where a kill of the process does not reach it. */
export { Journal, type Ended, type Found } from './journal';
export type { Entry, JournalState } from './marks';
export { StoreGroup, type SeenStore } from './seenStore';
