import type { Content } from '../content';
import type { Objects, Page } from '../document';
import { isName, Reference, Unknown, type Dictionary, type PdfObject } from '../syntax';
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
	const reader = new PageReader(objects);
	for (const page of pages) {
		const { image, text } = reader.shownBy(page);
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
	/** What a form shows, by its offset: the same one often stands on every page. */
	private readonly forms = new Map<number, Shown>();

	constructor(private readonly objects: Objects) {}

	/** Looks no further than to a sure answer. */
	shownBy({ box, number, resources }: Page): Shown {
		const { objects } = this;
		const page = number === undefined ? undefined : objects.dictionary(new Reference(number, 0));
		if (!page) throw new Unknown('a page is not an object of its own');
		const shown: Shown = { text: 0, image: false };
		const given = objects.resolve(page.get('Contents'));
		const streams = Array.isArray(given) ? given : [page.get('Contents') ?? null];
		const own = objects.dictionary(resources);
		const limits = boxOf(objects, box);
		for (const stream of streams) {
			if (objects.resolve(stream) === null || shown.text >= FEW) continue;
			const content = this.contentOf(stream);
			const texts = content.texts.filter((text) => !isBeyond(limits, text));
			this.add(shown, { ...content, texts }, own, 0);
		}
		for (const appearance of this.appearancesOn(page)) this.addXObject(shown, appearance, own, 0);
		return shown;
	}

	/** Adds what a content stream shows. */
	private add(
		shown: Shown,
		content: Content,
		resources: Dictionary | undefined,
		depth: number,
	): void {
		for (const { characters } of content.texts) shown.text += characters;
		shown.image ||= content.inlineImage;
		if (shown.text >= FEW) return;
		const xobjects = this.objects.dictionary(resources?.get('XObject'));
		for (const name of content.xobjects) {
			this.addXObject(shown, xobjects?.get(name), resources, depth);
		}
		// What is painted with a pattern or through a mask is no text, but may be an image.
		for (const other of usedResources(this.objects, resources)) {
			const inner = { text: 0, image: false };
			this.addXObject(inner, other, resources, depth);
			shown.image ||= inner.image;
		}
		if (!content.whole && shown.text < FEW) {
			throw new Unknown('what a page shows cannot be read to its end');
		}
	}

	private addXObject(
		shown: Shown,
		reference: PdfObject | undefined,
		resources: Dictionary | undefined,
		depth: number,
	): void {
		const { objects } = this;
		if (shown.text >= FEW) return;
		const dictionary = objects.dictionary(reference);
		const offset = objects.offset(reference);
		// What is missing paints nothing.
		if (!dictionary || offset === undefined || depth === DEEPEST) return;
		if (isName(dictionary.get('Subtype'), 'Image')) {
			shown.image = true;
			return;
		}
		const known = this.forms.get(offset) ?? { text: 0, image: false };
		if (!this.forms.has(offset)) {
			// Set first: forms may stand in a circle.
			this.forms.set(offset, known);
			const own = objects.dictionary(dictionary.get('Resources')) ?? resources;
			this.add(known, this.contentOf(reference ?? null), own, depth + 1);
		}
		shown.text += known.text;
		shown.image ||= known.image;
	}

	private contentOf(stream: PdfObject): Content {
		const offset = this.objects.offset(stream);
		const content = offset === undefined ? undefined : this.objects.body.contents.get(offset);
		if (!content) throw new Unknown('what a page shows cannot be read');
		return content;
	}

	/** The normal appearances of a page's annotations (12.5.5), which show text, too. */
	private appearancesOn(page: Dictionary): PdfObject[] {
		const { objects } = this;
		const annotations = objects.resolve(page.get('Annots'));
		if (!Array.isArray(annotations)) return [];
		return annotations.flatMap((annotation) => {
			const appearance = objects.dictionary(objects.dictionary(annotation)?.get('AP'))?.get('N');
			const isStream = objects.dictionary(appearance)?.has('Length') === true;
			return isStream && appearance !== undefined ? [appearance] : [];
		});
	}
}
