/** What goes wrong, in the words and classes of n8n. */
export { listDetails } from './details';
export { describe, type OtherDocuments } from './describe';
export { InputError, type Text } from './inputError';
export { errorJson, toNodeError } from './nodeError';
export { toTagPdfError } from './toTagPdfError';
export { quoteName } from './words';
