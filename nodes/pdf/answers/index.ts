/** What is asked about a document, answered from its objects. */
export { answersOf, FIELDS, type Opened } from './answers';
