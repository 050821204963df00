/** Answers questions about a document from its objects. */
export { answersOf, FIELDS, type Opened } from './answers';
