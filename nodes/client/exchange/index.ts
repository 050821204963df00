/** One request and its answer, within bounds of time and size. */
export { unlessAborted, underWatch, type Bounds, type Watch } from './watchdog';
