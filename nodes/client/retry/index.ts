/** Retries of requests, and the rate gate of each API key. */
export { RateGate, getRateGate } from './rateGate';
export { repeat, Tries, type Repetition } from './repeat';
