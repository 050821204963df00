import type { PdfDocument } from '../document';
import { isDictionary, parseObject, Reference, Unknown, type PdfObject } from '../syntax';
import type { Turns } from '../turns';

/** Not signatures of the document: they let a viewer do more with it (12.8.2.3). */
const USAGE_RIGHTS = ['UR', 'UR3'];

/**
 * Whether a signature (ISO 32000-1, 12.8.1) stands in what the document is now: a dictionary with
 * the bytes that it signs.
 */
export async function isSigned({ catalog, objects }: PdfDocument, turns: Turns): Promise<boolean> {
	const { body } = objects;
	const permissions = objects.dictionary(catalog.get('Perms'));
	const rights = new Set(
		USAGE_RIGHTS.map((key) => permissions?.get(key)).map((right) =>
			right instanceof Reference ? right.number : undefined,
		),
	);
	for (const [table, isCompressed] of [
		[body.objects, false],
		[body.compressed, true],
	] as const) {
		for (let row = 0; row < table.length; row += 1) {
			if (!table.hasByteRange(row)) continue;
			await turns.give();
			const current = objects.locate(table.number(row));
			if (current?.row !== row || current.isCompressed !== isCompressed) continue;
			const bytes = table.bytes(row);
			if (!bytes) throw new Unknown('it has more objects than are kept');
			if (rights.has(table.number(row))) continue;
			if (hasByteRange(parseObject(bytes))) return true;
		}
		if (table.overfull) throw new Unknown('it has more objects than are kept');
	}
	return false;
}

function hasByteRange(object: PdfObject): boolean {
	if (Array.isArray(object)) return object.some(hasByteRange);
	if (!isDictionary(object)) return false;
	if (object.has('ByteRange')) return true;
	return [...object].some(([key, value]) => !USAGE_RIGHTS.includes(key) && hasByteRange(value));
}
