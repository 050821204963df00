/** From a job's first state to its last. */
export { jobFailedError, Watcher } from './watcher';
