/** From a job's first state to its last. */
export { jobFailed, Watcher } from './watcher';
