/** Parts of a file (ISO 32000-1, 7.5), found in one pass. */
export { type Body, type Decrypt } from './body';
export type { EarlierPass } from './bodyReader';
export type { ObjectTable } from './objectTable';
export { readBody } from './readBody';
