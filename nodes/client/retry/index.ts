/** Retries of requests, and the rate gate of each API key. */
export { RateGate, rateGateFor } from './rateGate';
export { repeat, Tries, type Repetition } from './repeat';
