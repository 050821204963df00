/** Tokens and objects (ISO 32000-1, 7.2 and 7.3). */
export { Lexer, decodeName } from './lexer';
export {
	isCount,
	isDictionary,
	isName,
	Name,
	NO_ENTRIES,
	PdfString,
	Reference,
	type Dictionary,
	type PdfObject,
} from './objects';
export { MAX_PARSE_WORK, tryParseObject, parseWithWork } from './parse';
export { decodeTextString, findEncoding } from './textString';
export { Unknown } from './unknown';
