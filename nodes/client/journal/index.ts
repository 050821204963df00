/** Crash-safe record of the attempts that may have a job. */
export { Journal, type EndedAttempts, type FoundAttempt } from './journal';
export type { Entry, JournalState } from './marks';
export { StoreGroup, type SeenStore } from './seenStore';
