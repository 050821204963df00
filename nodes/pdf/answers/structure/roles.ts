import type { Objects } from '../../document';
import { Name, PdfString, Reference, type Dictionary, type PdfObject } from '../../syntax';

const MAX_CHAIN_STEPS = 20;
/** Maximum number of custom types that are remembered; real documents have dozens. */
const MAX_CACHED_TYPES = 10_000;
/** Namespaces whose types are standard ones (ISO 32000-2, 14.8.6). */
const STANDARD_NAMESPACES = ['http://iso.org/pdf/ssn', 'http://iso.org/pdf2/ssn'];

/** A structure type, and its namespace if it has one (ISO 32000-2, 14.7.4.2). */
interface StructureType {
	name: string;
	namespace: PdfObject;
}

/** Maps custom types of the document to standard types (14.7.3). */
export class Roles {
	private readonly typesByKey = new Map<string, string>();

	/** @param map RoleMap of the structure tree's root */
	constructor(
		private readonly objects: Objects,
		private readonly map: Dictionary | undefined,
	) {}

	findStandardType(name: string, namespace: PdfObject): string {
		const place = namespace instanceof Reference ? namespace.number : '';
		const key = `${place} ${name}`;
		const known = this.typesByKey.get(key);
		if (known !== undefined) return known;
		let type: StructureType = { name, namespace };
		for (let step = 0; step < MAX_CHAIN_STEPS; step += 1) {
			const next = this.findRole(type);
			if (!next || (next.name === type.name && next.namespace === type.namespace)) break;
			type = next;
		}
		const isShared = namespace === null || namespace instanceof Reference;
		if (isShared && this.typesByKey.size < MAX_CACHED_TYPES) this.typesByKey.set(key, type.name);
		return type.name;
	}

	/** Undefined for a type without a mapping. */
	private findRole({ name, namespace }: StructureType): StructureType | undefined {
		const { objects } = this;
		const own = objects.getDictionary(namespace);
		if (!own) return this.readType(this.map?.get(name));
		const uri = objects.resolve(own.get('NS'));
		if (uri instanceof PdfString && STANDARD_NAMESPACES.includes(uri.bytes.toString('latin1'))) {
			return undefined;
		}
		return this.readType(objects.getDictionary(own.get('RoleMapNS'))?.get(name));
	}

	/** A name, or a name and its namespace. */
	private readType(role: PdfObject | undefined): StructureType | undefined {
		const { objects } = this;
		const target = objects.resolve(role);
		const [name, namespace = null] = Array.isArray(target) ? target : [target];
		const resolved = objects.resolve(name);
		return resolved instanceof Name ? { name: resolved.name, namespace } : undefined;
	}
}
