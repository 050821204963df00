/** Errors as n8n shows them: texts for users, and n8n's classes. */
export { describeError, type OtherDocuments } from './describe';
export { InputError, toTagPdfError } from './inputError';
export { listDetails, toErrorJson, toNodeError } from './nodeError';
export { formatCount, quoteName, quoteValue } from './words';
