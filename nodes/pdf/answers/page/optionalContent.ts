import type { Objects, PdfDocument } from '../../document';
import { isName, Name, Reference, Unknown, type Dictionary, type PdfObject } from '../../syntax';

/** Optional content, such as layers, that a document hides by default (ISO 32000-1, 8.11). */
export class OptionalContent {
	private readonly objects: Objects;
	private readonly listed: ReadonlySet<number>;
	/** Whether the listed groups are the visible ones. */
	private readonly isOffByDefault: boolean;

	constructor({ catalog, objects }: PdfDocument) {
		this.objects = objects;
		const properties = objects.getDictionary(catalog.get('OCProperties'));
		const configuration = objects.getDictionary(properties?.get('D'));
		this.isOffByDefault = isName(objects.resolve(configuration?.get('BaseState')), 'OFF');
		const groups = objects.getArray(configuration?.get(this.isOffByDefault ? 'ON' : 'OFF'));
		this.listed = new Set(groups.map((group) => (group instanceof Reference ? group.number : NaN)));
	}

	/** @param layers names of optional content in the properties of the resources */
	areHidden(layers: readonly string[], resources: Dictionary): boolean {
		if (layers.length === 0) return false;
		this.objects.body.spendEntryWork(layers.length);
		const properties = this.objects.getDictionary(resources.get('Properties'));
		return layers.some((layer) => this.isHidden(properties?.get(layer)));
	}

	/** @param object a group, or a membership dictionary */
	isHidden(object: PdfObject | undefined): boolean {
		const { objects } = this;
		const dictionary = objects.getDictionary(object);
		if (!dictionary) return false;
		if (isName(objects.resolve(dictionary.get('Type')), 'OCMD'))
			return this.isMemberHidden(dictionary);
		return object instanceof Reference && this.listed.has(object.number) !== this.isOffByDefault;
	}

	/** Whether the groups of a membership dictionary (8.11.2.2) hide its content. */
	private isMemberHidden(membership: Dictionary): boolean {
		const { objects } = this;
		if (membership.has('VE')) throw new Unknown('an expression decides what a page shows');
		const given = membership.get('OCGs');
		const groups = Array.isArray(objects.resolve(given)) ? objects.getArray(given) : [given];
		objects.body.spendEntryWork(groups.length);
		const states = groups
			.filter((group) => objects.getDictionary(group) !== undefined)
			.map((group) => this.isHidden(group));
		const policy = objects.resolve(membership.get('P'));
		switch (states.length > 0 && policy instanceof Name ? policy.name : '') {
			case 'AllOn':
				return states.includes(true);
			case 'AnyOff':
				return !states.includes(true);
			case 'AllOff':
				return states.includes(false);
			default:
				return states.length > 0 && !states.includes(false);
		}
	}
}
