/** Waits for jobs, from their first state to their last. */
export { jobFailedError, Watcher } from './watcher';
