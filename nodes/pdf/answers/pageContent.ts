import type { Content } from '../content';
import { entriesOf, type Objects, type Page } from '../document';
import { isName, NO_ENTRIES, Unknown, type Dictionary, type PdfObject } from '../syntax';
import type { Turns } from '../turns';
import { boxOf, isBeyond } from './pageBox';
import { usedResources } from './usedResources';

/** What the pages of a document show. */
export interface PageContents {
	withText: number;
	/** Without text, and with an image: most often a scan. */
	imageOnly: number;
}

interface Shown {
	/** Characters. */
	text: number;
	image: boolean;
}

/** Forms inside each other. */
const DEEPEST = 20;
/** Fewer characters than this may be a blank in the encoding of their font. */
const FEW = 4;

/** @throws Unknown when it cannot be told of a page whether it shows text */
export async function pageContentsOf(
	objects: Objects,
	pages: readonly Page[],
	turns: Turns,
): Promise<PageContents> {
	const counts = { withText: 0, imageOnly: 0 };
	const reader = new PageReader(objects, turns);
	for (const page of pages) {
		const { image, text } = await reader.shownBy(page);
		if (image && text > 0 && text < FEW) {
			throw new Unknown('a page with an image shows so little text that it may be blank');
		}
		if (text > 0) counts.withText += 1;
		else if (image) counts.imageOnly += 1;
		await turns.give();
	}
	return counts;
}

class PageReader {
	/**
	 * What forms show, by their offset: the same one often stands on every page. What a form without
	 * resources of its own shows depends on those of whoever paints it.
	 */
	private readonly forms = new Map<number, Shown>();
	private readonly borrowing = new WeakMap<Dictionary, Map<number, Shown>>();
	/** Offsets of the forms that are being looked at. */
	private readonly open = new Set<number>();

	constructor(
		private readonly objects: Objects,
		private readonly turns: Turns,
	) {}

	/** Looks no further than to a sure answer. */
	async shownBy(page: Page): Promise<Shown> {
		const { objects } = this;
		const { box, resources } = page;
		const entries = entriesOf(objects, page);
		const shown: Shown = { text: 0, image: false };
		const given = objects.resolve(entries.get('Contents'));
		const all = Array.isArray(given) ? given : [entries.get('Contents') ?? null];
		const own = objects.dictionary(resources) ?? NO_ENTRIES;
		const limits = boxOf(objects, box);
		let isPainted = false;
		for (const stream of all) {
			await this.turns.give();
			if (shown.text >= FEW) break;
			if (objects.resolve(stream) === null) continue;
			isPainted = true;
			const content = this.contentOf(stream);
			const texts = content.texts.filter((text) => !isBeyond(limits, text));
			this.add(shown, { ...content, texts }, own);
		}
		if (isPainted) this.addUsed(shown, own);
		const annotations = objects.resolve(entries.get('Annots'));
		for (const annotation of Array.isArray(annotations) ? annotations : []) {
			await this.turns.give();
			if (shown.text >= FEW) break;
			this.addXObject(shown, this.appearanceOf(annotation), own);
		}
		return shown;
	}

	/** Adds what a content stream shows. */
	private add(shown: Shown, content: Content, resources: Dictionary): void {
		for (const { characters } of content.texts) shown.text += characters;
		shown.image ||= content.inlineImage;
		const xobjects = this.objects.dictionary(resources.get('XObject'));
		this.objects.body.look(content.xobjects.size);
		for (const name of content.xobjects) this.addXObject(shown, xobjects?.get(name), resources);
		if (!content.whole && shown.text < FEW) {
			throw new Unknown('what a page shows cannot be read to its end');
		}
	}

	/** What is painted with a pattern or through a mask is no text, but may be an image. */
	private addUsed(shown: Shown, resources: Dictionary): void {
		if (shown.text >= FEW) return;
		for (const other of usedResources(this.objects, resources)) {
			// One that is being looked at is not used by itself, but stands in the same resources.
			if (this.open.has(this.objects.offset(other) ?? -1)) continue;
			const inner = { text: 0, image: false };
			this.addXObject(inner, other, resources);
			shown.image ||= inner.image;
		}
	}

	private addXObject(shown: Shown, reference: PdfObject | undefined, resources: Dictionary): void {
		const { objects } = this;
		if (shown.text >= FEW) return;
		const dictionary = objects.dictionary(reference);
		const offset = objects.offset(reference);
		// What is missing paints nothing.
		if (!dictionary || reference === undefined || offset === undefined) return;
		if (isName(dictionary.get('Subtype'), 'Image')) {
			shown.image = true;
			return;
		}
		const own = objects.dictionary(dictionary.get('Resources'));
		const known = own ? this.forms : this.borrowersOf(resources);
		const form = known.get(offset) ?? this.shownByForm(reference, offset, own, resources);
		known.set(offset, form);
		shown.text += form.text;
		shown.image ||= form.image;
	}

	private shownByForm(
		reference: PdfObject,
		offset: number,
		own: Dictionary | undefined,
		borrowed: Dictionary,
	): Shown {
		if (this.open.size === DEEPEST || this.open.has(offset)) {
			throw new Unknown('what a page shows stands in a circle, or too deep');
		}
		const shown: Shown = { text: 0, image: false };
		this.open.add(offset);
		this.add(shown, this.contentOf(reference), own ?? borrowed);
		// Whoever paints it looks at what stands in borrowed ones.
		if (own) this.addUsed(shown, own);
		this.open.delete(offset);
		return shown;
	}

	private borrowersOf(resources: Dictionary): Map<number, Shown> {
		const known = this.borrowing.get(resources) ?? new Map<number, Shown>();
		this.borrowing.set(resources, known);
		return known;
	}

	private contentOf(stream: PdfObject): Content {
		const offset = this.objects.offset(stream);
		const content = offset === undefined ? undefined : this.objects.body.contents.get(offset);
		if (!content) throw new Unknown('what a page shows cannot be read');
		return content;
	}

	/** The normal appearance of an annotation (12.5.5), which shows text, too. */
	private appearanceOf(annotation: PdfObject): PdfObject | undefined {
		const { objects } = this;
		const appearance = objects.dictionary(objects.dictionary(annotation)?.get('AP'))?.get('N');
		return objects.dictionary(appearance)?.has('Length') === true ? appearance : undefined;
	}
}
