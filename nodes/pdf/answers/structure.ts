import type { Objects } from '../document';
import {
	isDictionary,
	isName,
	Name,
	PdfString,
	Reference,
	type Dictionary,
	type PdfObject,
} from '../syntax';
import type { Turns } from '../turns';

/** What a structure tree holds (ISO 32000-1, 14.7.2). */
export interface Structure {
	elements: number;
	headings: number;
	tables: number;
	figures: number;
	/** Neither an alternative nor a replacement text (14.9.3 and 14.9.4). */
	figuresWithoutAlt: number;
}

const LONGEST_ROLE_CHAIN = 20;
const HEADING = /^H\d*$/;

/**
 * Walks the structure tree; what is reached twice counts once.
 *
 * @throws Unknown when an element is missing or cannot be read
 */
export async function structureOf(
	objects: Objects,
	root: Dictionary,
	turns: Turns,
): Promise<Structure> {
	const structure = { elements: 0, headings: 0, tables: 0, figures: 0, figuresWithoutAlt: 0 };
	const roles = objects.dictionary(root.get('RoleMap'));
	const visited = new Set<number>();
	const open: PdfObject[] = [root.get('K') ?? null];
	while (open.length > 0) {
		const kid = open.pop() ?? null;
		await turns.give();
		if (kid instanceof Reference) {
			if (visited.has(kid.number)) continue;
			visited.add(kid.number);
		}
		const object = objects.resolve(kid);
		if (Array.isArray(object)) {
			for (const each of object) open.push(each);
		} else if (isDictionary(object) && isElement(object)) {
			count(structure, objects, object, roles);
			open.push(object.get('K') ?? null);
		}
	}
	return structure;
}

/** Marked-content and object references (14.7.4) have no structure type. */
function isElement(dictionary: Dictionary): boolean {
	const type = dictionary.get('Type');
	return dictionary.get('S') instanceof Name && (type === undefined || isName(type, 'StructElem'));
}

function count(
	structure: Structure,
	objects: Objects,
	element: Dictionary,
	roles: Dictionary | undefined,
): void {
	structure.elements += 1;
	const type = standardType(objects, element.get('S'), roles);
	if (HEADING.test(type)) structure.headings += 1;
	if (type === 'Table') structure.tables += 1;
	if (type !== 'Figure') return;
	structure.figures += 1;
	const described = ['Alt', 'ActualText'].some((key) => {
		const text = objects.resolve(element.get(key));
		return text instanceof PdfString && text.bytes.length > 0;
	});
	if (!described) structure.figuresWithoutAlt += 1;
}

/** The standard type that a type of the document's own stands for (14.7.3). */
function standardType(
	objects: Objects,
	type: PdfObject | undefined,
	roles: Dictionary | undefined,
): string {
	let name = type instanceof Name ? type.name : '';
	for (let step = 0; step < LONGEST_ROLE_CHAIN; step += 1) {
		const role = objects.resolve(roles?.get(name));
		if (!(role instanceof Name) || role.name === name) break;
		name = role.name;
	}
	return name;
}
