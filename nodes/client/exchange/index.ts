/** One request and its answer, with limits on concurrency, time and size. */
export { ask, readText } from './ask';
export { admitted } from './admitted';
export { slotsFor } from './slots';
export { unlessAborted, underWatch, type Bounds, type Watch } from './watchdog';
