/** Answers questions about a document from its objects. */
export { answerQuestions, FIELDS, type OpenedDocument } from './answers';
