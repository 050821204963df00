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
import { decodeText, type DecryptString } from './texts';

const MAX_ROLE_STEPS = 20;
/** Namespaces whose types are standard ones (ISO 32000-2, 14.8.6). */
const STANDARD_NAMESPACES = ['http://iso.org/pdf/ssn', 'http://iso.org/pdf2/ssn'];

/** Content of a structure tree (ISO 32000-1, 14.7.2). */
export interface Structure {
	elements: number;
	/** Figures with neither an alternative nor a replacement text (14.9.3 and 14.9.4). */
	figuresWithoutAlt: number;
	/** Object numbers of pages with content that belongs to an element. */
	pages: ReadonlySet<number>;
	/** Whether an element has an entry for its language. */
	namesLanguage: boolean;
}

/** A structure type, and its namespace if it has one (ISO 32000-2, 14.7.4.2). */
interface StructureType {
	name: string;
	namespace: PdfObject;
}

/** Part of the structure tree that is still to be read. */
interface PendingNode {
	object: PdfObject;
	/** The object that contains it, unless it is an object itself. */
	owner: PdfObject;
	/** The page of its content, from the parent element. */
	page: PdfObject;
}

/**
 * Walks the structure tree. An element that is reached twice counts once.
 *
 * @throws Unknown if an element is missing or cannot be read
 */
export async function readStructure(
	objects: Objects,
	root: Dictionary,
	decrypt: DecryptString,
	turns: Turns,
): Promise<Structure> {
	const tree = new StructureTree(objects, root, decrypt);
	while (tree.readNext()) await turns.yieldIfDue();
	return tree;
}

class StructureTree implements Structure {
	elements = 0;
	figuresWithoutAlt = 0;
	namesLanguage = false;
	readonly pages = new Set<number>();
	private readonly visited = new Set<number>();
	private readonly pending: PendingNode[];
	/** Standard types of custom types (14.7.3). */
	private readonly roleMap?: Dictionary;

	constructor(
		private readonly objects: Objects,
		root: Dictionary,
		private readonly decrypt: DecryptString,
	) {
		this.pending = [{ object: root.get('K') ?? null, owner: null, page: null }];
		this.roleMap = objects.getDictionary(root.get('RoleMap'));
	}

	/** @returns whether there was something to read */
	readNext(): boolean {
		const node = this.pending.pop();
		if (!node) return false;
		const { object, page } = node;
		const owner = object instanceof Reference ? object : node.owner;
		if (object instanceof Reference) {
			if (this.visited.has(object.number)) return true;
			this.visited.add(object.number);
		}
		const resolved = this.objects.resolve(object);
		if (Array.isArray(resolved)) {
			for (const each of resolved) this.pending.push({ object: each, owner, page });
		} else if (typeof resolved === 'number') {
			this.addPage(page);
		} else if (isDictionary(resolved)) {
			this.readDictionary(resolved, owner, page);
		}
		return true;
	}

	private readDictionary(dictionary: Dictionary, owner: PdfObject, above: PdfObject): void {
		const { objects } = this;
		const page = dictionary.get('Pg') ?? above;
		const type = objects.resolve(dictionary.get('Type'));
		const name = objects.resolve(dictionary.get('S'));
		// Marked-content and object references (14.7.4) have no structure type.
		if (name instanceof Name && (type === null || isName(type, 'StructElem'))) {
			this.countElement(dictionary, name, owner);
			this.pending.push({ object: dictionary.get('K') ?? null, owner, page });
		} else if (isName(type, 'MCR') || isName(type, 'OBJR') || dictionary.has('MCID')) {
			this.addPage(page);
		}
	}

	private addPage(page: PdfObject): void {
		if (page instanceof Reference) this.pages.add(page.number);
	}

	private countElement(element: Dictionary, { name }: Name, owner: PdfObject): void {
		this.elements += 1;
		this.namesLanguage ||= element.has('Lang');
		if (this.findStandardType(name, element.get('NS') ?? null) !== 'Figure') return;
		// An empty replacement text is valid.
		if (this.objects.resolve(element.get('ActualText')) instanceof PdfString) return;
		// A byte order mark or blanks do not count as text.
		const text = decodeText(this.objects, element.get('Alt'), owner, this.decrypt);
		if (text.trim() === '') this.figuresWithoutAlt += 1;
	}

	private findStandardType(name: string, namespace: PdfObject): string {
		let type: StructureType = { name, namespace };
		for (let step = 0; step < MAX_ROLE_STEPS; step += 1) {
			const next = this.findRole(type);
			if (!next || (next.name === type.name && next.namespace === type.namespace)) break;
			type = next;
		}
		return type.name;
	}

	/** Undefined for a type without a mapping. */
	private findRole({ name, namespace }: StructureType): StructureType | undefined {
		const { objects } = this;
		const own = objects.getDictionary(namespace);
		if (!own) return this.readType(this.roleMap?.get(name));
		const uri = objects.resolve(own.get('NS'));
		if (uri instanceof PdfString && STANDARD_NAMESPACES.includes(uri.bytes.toString('latin1'))) {
			return undefined;
		}
		return this.readType(objects.getDictionary(own.get('RoleMapNS'))?.get(name));
	}

	/** A name, or a name and its namespace. */
	private readType(role: PdfObject | undefined): StructureType | undefined {
		const target = this.objects.resolve(role);
		const [name, namespace = null] = Array.isArray(target) ? target : [target];
		const resolved = this.objects.resolve(name);
		return resolved instanceof Name ? { name: resolved.name, namespace } : undefined;
	}
}
