/** A service that behaves correctly until a test changes it. */
export { changed, refusal, type Answer } from './answer';
export type { Exchange, Handler, Step } from './exchange';
export { HostileService } from './hostileService';
export { sha256, World, type Charge } from './world';
