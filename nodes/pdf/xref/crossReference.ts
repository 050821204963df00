import { isCount } from '../syntax';
import type { Dictionary } from '../syntax';
import type { Turns } from '../turns';
import { FREE, type Place, type Section } from './section';

/** Where every object is, as the newest cross-reference section and those before it say. */
export interface CrossReference {
	places: Map<number, Place>;
	/** Of the newest section. */
	trailer: Dictionary;
}

/**
 * Follows the chain of cross-reference sections from the newest back (ISO 32000-1, 7.5.8.4): table,
 * the stream beside it in a hybrid file, the section before it.
 *
 * @param find gives the section at an offset
 * @returns undefined when the chain is broken anywhere
 */
export async function followSections(
	startxref: number | undefined,
	find: (offset: number) => Section | undefined,
	turns: Turns,
): Promise<CrossReference | undefined> {
	const places = new Map<number, Place>();
	const add = async ({ entries }: Section, wanted: (place: Place) => boolean) =>
		await turns.each(entries.length, (index) => {
			const place = entries.place(index);
			const number = entries.number(index);
			if (wanted(place) && !places.has(number)) places.set(number, place);
		});
	const visited = new Set<Section>();
	let newest: Dictionary | undefined;
	let next = startxref;
	while (next !== undefined) {
		const section = find(next);
		if (!section?.intact || !section.trailer) return undefined;
		// A circle says nothing new.
		if (visited.has(section)) break;
		visited.add(section);
		newest ??= section.trailer;
		await add(section, (place) => place !== FREE);
		const hidden = section.trailer.get('XRefStm');
		if (hidden !== undefined) {
			const stream = isCount(hidden) ? find(hidden) : undefined;
			if (!stream?.intact) return undefined;
			visited.add(stream);
			await add(stream, () => true);
		}
		// What a hybrid file hides in the stream is free in its table.
		await add(section, () => true);
		const previous = section.trailer.get('Prev');
		if (previous !== undefined && previous !== null && !isCount(previous)) return undefined;
		next = previous ?? undefined;
	}
	return newest && { places, trailer: newest };
}
