/** Answers questions about a document from its objects. */
export { answerQuestions, FIELDS } from './answers';
export type { OpenedDocument } from './openedDocument';
