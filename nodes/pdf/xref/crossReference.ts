import { isCount } from '../syntax';
import type { Dictionary } from '../syntax';
import type { Turns } from '../turns';
import { FREE, type Place, type Section } from './section';

/** Places of all objects, from the newest cross-reference section and the earlier ones. */
export interface CrossReference {
	places: Map<number, Place>;
	/** Trailer of the newest section. */
	trailer: Dictionary;
}

/**
 * Follows the chain of cross-reference sections back from the newest one (ISO 32000-1, 7.5.8.4): the table,
 * its stream in a hybrid file, then the previous section.
 *
 * @param findSection returns the section at an offset
 * @returns undefined if the chain is broken anywhere
 */
export async function followSections(
	startxref: number | undefined,
	findSection: (offset: number) => Section | undefined,
	turns: Turns,
): Promise<CrossReference | undefined> {
	const places = new Map<number, Place>();
	const add = async ({ entries }: Section, wanted: (place: Place) => boolean) =>
		await turns.repeat(entries.length, (index) => {
			const place = entries.getPlace(index);
			const number = entries.getNumber(index);
			if (wanted(place) && !places.has(number)) places.set(number, place);
		});
	const visited = new Set<Section>();
	let newest: Dictionary | undefined;
	let next = startxref;
	while (next !== undefined) {
		const section = findSection(next);
		if (!section?.isIntact || !section.trailer) return undefined;
		// A circle has no new entries.
		if (visited.has(section)) break;
		visited.add(section);
		newest ??= section.trailer;
		await add(section, (place) => place !== FREE);
		const streamOffset = section.trailer.get('XRefStm');
		if (streamOffset !== undefined) {
			const stream = isCount(streamOffset) ? findSection(streamOffset) : undefined;
			if (!stream?.isIntact) return undefined;
			visited.add(stream);
			await add(stream, () => true);
		}
		// Objects that a hybrid file lists only in the stream are free in its table.
		await add(section, () => true);
		const previous = section.trailer.get('Prev');
		if (previous !== undefined && previous !== null && !isCount(previous)) return undefined;
		next = previous ?? undefined;
	}
	return newest && { places, trailer: newest };
}
