/** One request and its answer, with limits on concurrency, time and size. */
export { sendRequest, readText } from './sendRequest';
export { createSlots, sendInSlot } from './slots';
export { rejectOnAbort, runUnderWatch, type Bounds, type Watch } from './watchdog';
