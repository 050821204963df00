/** One request and its answer, within bounds of time and size. */
export { ask, readText } from './ask';
export { unlessAborted, underWatch, type Bounds, type Watch } from './watchdog';
