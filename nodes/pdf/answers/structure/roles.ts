import type { Objects } from '../../document';
import { Name, PdfString, Reference, type Dictionary, type PdfObject } from '../../syntax';

const LONGEST_CHAIN = 20;
/** Most custom types that are remembered; real documents have dozens. */
const MAX_REMEMBERED = 10_000;
/** Namespaces whose types are standard ones (ISO 32000-2, 14.8.6). */
const STANDARD = ['http://iso.org/pdf/ssn', 'http://iso.org/pdf2/ssn'];

/** A structure type, and its namespace if it has one (ISO 32000-2, 14.7.4.2). */
interface Type {
	name: string;
	namespace: PdfObject;
}

/** Maps custom types of the document to standard types (14.7.3). */
export class Roles {
	private readonly byName = new Map<string, string>();

	/** @param map RoleMap of the structure tree's root */
	constructor(
		private readonly objects: Objects,
		private readonly map: Dictionary | undefined,
	) {}

	standardType(name: string, namespace: PdfObject): string {
		const place = namespace instanceof Reference ? namespace.number : '';
		const key = `${place} ${name}`;
		const known = this.byName.get(key);
		if (known !== undefined) return known;
		let type: Type = { name, namespace };
		for (let step = 0; step < LONGEST_CHAIN; step += 1) {
			const next = this.role(type);
			if (!next || (next.name === type.name && next.namespace === type.namespace)) break;
			type = next;
		}
		const isShared = namespace === null || namespace instanceof Reference;
		if (isShared && this.byName.size < MAX_REMEMBERED) this.byName.set(key, type.name);
		return type.name;
	}

	/** Undefined for a type without a mapping. */
	private role({ name, namespace }: Type): Type | undefined {
		const { objects } = this;
		const own = objects.dictionary(namespace);
		if (!own) return this.typeFrom(this.map?.get(name));
		const uri = objects.resolve(own.get('NS'));
		if (uri instanceof PdfString && STANDARD.includes(uri.bytes.toString('latin1'))) {
			return undefined;
		}
		return this.typeFrom(objects.dictionary(own.get('RoleMapNS'))?.get(name));
	}

	/** A name, or a name and its namespace. */
	private typeFrom(role: PdfObject | undefined): Type | undefined {
		const { objects } = this;
		const target = objects.resolve(role);
		const [name, namespace = null] = Array.isArray(target) ? target : [target];
		const resolved = objects.resolve(name);
		return resolved instanceof Name ? { name: resolved.name, namespace } : undefined;
	}
}
