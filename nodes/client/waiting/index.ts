/** Waits for jobs, from their first state to their last. */
export { createJobFailedError, Watcher } from './watcher';
