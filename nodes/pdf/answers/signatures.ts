import type { Objects } from '../document';
import { isDictionary, parseObject, Unknown, type PdfObject } from '../syntax';

/**
 * Whether a signature (ISO 32000-1, 12.8.1) stands in what the document is now: a dictionary with
 * the bytes that it signs.
 */
export function isSigned(objects: Objects): boolean {
	const { body } = objects;
	for (const [table, isCompressed] of [
		[body.objects, false],
		[body.compressed, true],
	] as const) {
		for (let row = 0; row < table.length; row += 1) {
			if (!table.hasByteRange(row)) continue;
			const current = objects.locate(table.number(row));
			if (current?.row !== row || current.isCompressed !== isCompressed) continue;
			const bytes = table.bytes(row);
			if (!bytes) throw new Unknown('it has more objects than are kept');
			if (hasByteRange(parseObject(bytes))) return true;
		}
		if (table.overfull) throw new Unknown('it has more objects than are kept');
	}
	return false;
}

function hasByteRange(object: PdfObject): boolean {
	if (Array.isArray(object)) return object.some(hasByteRange);
	if (!isDictionary(object)) return false;
	return object.has('ByteRange') || [...object.values()].some(hasByteRange);
}
