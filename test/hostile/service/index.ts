/** A service that behaves until it is told otherwise. */
export { changed, json, refusal, type Answer } from './answer';
export type { Exchange, Handler, Step } from './exchange';
export { HostileService } from './hostileService';
export { sha256, World, type Charge } from './world';
