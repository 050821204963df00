/** Which documents are unfinished, kept where a kill of the process does not reach it. */
export { Journal, type Closing, type Opened } from './journal';
export type { Entry } from './marks';
export { OptionalJournal } from './optionalJournal';
export { StoreGroup, type SeenStore } from './seenStore';
