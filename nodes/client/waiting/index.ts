/** From a job's first state to its last. */
export { jobFailed, waitForJob } from './wait';
