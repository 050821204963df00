/**
 * Errors of the client: failures of requests, codes, and the error class that carries the facts. All of it is
 * for the other folders.
 */
export * from './codes';
export * from './error';
export * from './failure';
export * from './outside';
