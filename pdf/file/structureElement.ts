/** A structure element has a structure type and a parent; Type is optional (ISO 32000-1, Table 323). */
const STRUCTURE_TYPE = /\/S\s*\//;
const TYPE = /\/Type\s*\/(\w*)/;
const PARENT = /\/P\s+\d+\s+\d+\s+R/;
const OTHER_KEYS = /\/(Subtype|MediaBox|Contents|Rect|Kids|StructTreeRoot|Parent|FT)\b/;
/** All that the answers need of a structure element. */
const ELEMENT = Buffer.from('<</Type/StructElem/S/P>>');

/**
 * The bytes to keep of an object: all of them, or the same few for every structure element. A tagged book has a
 * hundred thousand structure elements, and a single one may have a hundred thousand kids.
 */
export function condense(bytes: Buffer): Buffer {
	return isElement(bytes) ? ELEMENT : bytes;
}

/**
 * Whether the bytes seem to be a structure element. If they contain inner dictionaries, the outer one must have the
 * Type StructElem: the root of a tree may contain its elements.
 */
function isElement(bytes: Buffer): boolean {
	if (!bytes.includes('/S') || !bytes.includes('/P')) return false;
	const text = bytes.toString('latin1');
	const inner = text.indexOf('<<', text.indexOf('<<') + 2);
	const own = inner < 0 ? text : text.slice(0, inner);
	const type = TYPE.exec(own)?.[1];
	const isTyped = type === 'StructElem' || (type === undefined && inner < 0);
	return isTyped && STRUCTURE_TYPE.test(text) && PARENT.test(text) && !OTHER_KEYS.test(text);
}
