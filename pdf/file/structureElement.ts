/** A dictionary with a structure type and a parent; Type is optional (ISO 32000-1, Table 323). */
const STRUCTURE_TYPE = /\/S\s*\//;
const PARENT = /\/P\s+\d+\s+\d+\s+R/;
const OTHER_KEYS = /\/(Subtype|MediaBox|Contents|Rect|Kids|StructTreeRoot|Parent|FT)\b/;
/** All that the answers need of a structure element. */
const ELEMENT = Buffer.from('<</Type/StructElem/S/P>>');

/**
 * The bytes of an object that are worth keeping: of structure elements, only what they are. A tagged book has
 * a hundred thousand of them, and one of them may have as many kids.
 */
export function condense(bytes: Buffer): Buffer {
	return isElement(bytes) ? ELEMENT : bytes;
}

/** Whether the bytes are a structure element, as far as a look at them can tell. */
function isElement(bytes: Buffer): boolean {
	if (!bytes.includes('/S') || !bytes.includes('/P')) return false;
	const text = bytes.toString('latin1');
	const type = /\/Type\s*\/(\w*)/.exec(text)?.[1] ?? 'StructElem';
	return (
		type === 'StructElem' &&
		STRUCTURE_TYPE.test(text) &&
		PARENT.test(text) &&
		!OTHER_KEYS.test(text)
	);
}
