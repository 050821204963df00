/** How often, how long and for whom a request is tried again. */
export { RateGate, rateGateFor } from './rateGate';
export { repeat, Tries, type Repetition } from './repeat';
