import { ENOUGH_CHARACTERS, UNKNOWN_PIXELS } from '../content/contentScan';
import { findContent } from '../content/contentTable';
import type { Objects } from '../file/objects';
import type { PdfDocument } from '../file/revision';
import {
	isDictionary,
	isName,
	Name,
	NO_ENTRIES,
	type Dictionary,
	type PdfObject,
} from '../syntax/objects';
import { decodeName } from '../syntax/strings';
import type { Turns } from '../turns';
import { toUnknown, Unknown } from '../unknown';
import type { Pages } from './pages';

/** A page of a scan may show a few characters: a scanner's footer, a stamp or a number. */
const MAX_SCAN_CHARACTERS = 100;
/** Pixels of the images on such a page: an A4 page with 72 dots per inch. A logo has fewer. */
const MIN_SCAN_PIXELS = 500_000;
/** Images with fewer pixels, all together, are drawings: the forms of Sejda paint one pixel, and no text. */
const MIN_IMAGE_PIXELS = 64;
/** Maximum number of nested forms. */
const MAX_FORM_DEPTH = 20;
/** Forms whose content is remembered. Documents share few, such as letterheads. */
const MAX_KNOWN_FORMS = 10_000;

/** What a page or a form shows. */
interface Shown {
	/** Up to {@link ENOUGH_CHARACTERS}. */
	characters: number;
	hasImage: boolean;
	/** Of all images together. */
	pixels: number;
	/** Lines or areas. */
	hasDrawing: boolean;
	/** Whether content of it, or of a form, belongs to structure elements (ISO 32000-1, 14.7.4.4). */
	isInTree: boolean;
}

/** Content of a document's pages. */
export interface PageContents {
	pagesWithText: number;
	/** Pages that show an image and at most a few characters: usually scans. */
	imageOnlyPages: number;
	/** Pages without text and images, but with lines or areas. */
	drawingPages: number;
	/** Why these numbers are not known. */
	doubt?: Unknown;
	/** Pages that show, or may show, something and are not in the structure tree. */
	pagesOutsideTree: number;
}

export async function readPageContents(
	document: PdfDocument,
	pages: Pages,
	turns: Turns,
): Promise<PageContents> {
	const reader = new PageReader(document.objects, pages, turns);
	const contents: PageContents = {
		pagesWithText: 0,
		imageOnlyPages: 0,
		drawingPages: 0,
		pagesOutsideTree: 0,
	};
	for (let page = 0; page < pages.length; page += 1) {
		const shown = await reader.tryReadPage(page);
		if (shown instanceof Unknown) contents.doubt ??= shown;
		else if (isImageOnly(shown)) contents.imageOnlyPages += 1;
		else if (shown.characters > 0) contents.pagesWithText += 1;
		else if (shown.hasDrawing || shown.hasImage) contents.drawingPages += 1;
		else continue;
		if (shown instanceof Unknown || !shown.isInTree) contents.pagesOutsideTree += 1;
	}
	return contents;
}

function isImageOnly({ characters, hasImage, pixels }: Shown): boolean {
	if (!hasImage || characters > MAX_SCAN_CHARACTERS) return false;
	return pixels >= (characters === 0 ? MIN_IMAGE_PIXELS : MIN_SCAN_PIXELS);
}

/** Reads what pages show, with the forms that they use. */
class PageReader {
	/** Forms by their resources and their offset: the same form is often on every page. */
	private forms = new WeakMap<Dictionary, Map<number, Shown>>();
	private knownForms = 0;
	/** Offsets of the forms that are being read. */
	private readonly openForms = new Set<number>();

	constructor(
		private readonly objects: Objects,
		private readonly pages: Pages,
		private readonly turns: Turns,
	) {}

	/** Unknown if it is not clear what the page shows. */
	async tryReadPage(page: number): Promise<Shown | Unknown> {
		this.openForms.clear();
		try {
			return await this.readPage(page);
		} catch (error) {
			return toUnknown(error, 'a page of it cannot be read');
		}
	}

	private async readPage(page: number): Promise<Shown> {
		const { objects, pages, turns } = this;
		const resources = pages.getResources(objects, page);
		const shown = createShown();
		shown.isInTree = pages.getEntries(objects, page).has('StructParents');
		for (const stream of pages.listContents(objects, page)) {
			if (turns.isDue) await turns.yield();
			const offset = objects.findOffset(stream);
			const isKnown = offset !== undefined && objects.body.contents.findRow(offset) >= 0;
			// A stream that is missing shows nothing.
			if (!isKnown && objects.resolve(stream) === null) continue;
			await this.addContent(shown, offset, resources);
			if (isEnough(shown)) return shown;
		}
		await this.addUsedImages(shown, resources);
		if (!isShowing(shown) && !shown.hasDrawing) await this.addAnnotations(shown, page);
		return shown;
	}

	/** A page without content of its own may have images and text in annotations, such as stamps. */
	private async addAnnotations(shown: Shown, page: number): Promise<void> {
		const { objects, turns } = this;
		// Structure elements refer to annotations, and not to their content.
		shown.isInTree = true;
		for (const reference of this.pages.listAnnotations(objects, page)) {
			if (turns.isDue) await turns.yield();
			const annotation = objects.getDictionary(reference);
			if (annotation) await this.addXObject(shown, this.findAppearance(annotation), NO_ENTRIES);
			if (isEnough(shown)) return;
		}
	}

	/** The normal appearance (12.5.5): a stream, or a dictionary with one for each state of a check box. */
	private findAppearance(annotation: Dictionary): PdfObject | undefined {
		const { objects } = this;
		const normal = objects.getDictionary(annotation.get('AP'))?.get('N');
		if (objects.isStream(normal)) return normal;
		const state = objects.resolve(annotation.get('AS'));
		const states = objects.resolve(normal);
		return state instanceof Name && isDictionary(states) ? states.get(state.name) : undefined;
	}

	/** Images that are painted with patterns (8.7.3) or through soft masks (11.6.5.2). */
	private async addUsedImages(shown: Shown, resources: Dictionary): Promise<void> {
		const { objects, turns } = this;
		const addImages = async (painted: PdfObject | undefined) => {
			const inner = createShown();
			await this.addXObject(inner, painted, resources);
			shown.hasImage ||= inner.hasImage;
			shown.pixels += inner.pixels;
		};
		if (shown.characters > 0 || shown.pixels >= MIN_IMAGE_PIXELS) return;
		for (const pattern of this.listResources(resources, 'Pattern')) {
			if (turns.isDue) await turns.yield();
			// Shadings have no images.
			if (objects.getDictionary(pattern)?.get('PatternType') !== 2) await addImages(pattern);
		}
		for (const state of this.listResources(resources, 'ExtGState')) {
			if (turns.isDue) await turns.yield();
			const mask = objects.getDictionary(objects.getDictionary(state)?.get('SMask'));
			if (mask) await addImages(mask.get('G'));
		}
	}

	private listResources(resources: Dictionary, kind: string): Iterable<PdfObject> {
		const { objects } = this;
		const found = objects.getDictionary(resources.get(kind)) ?? NO_ENTRIES;
		objects.body.work.spendOnEntries(found.size);
		return found.values();
	}

	private async addContent(
		shown: Shown,
		offset: number | undefined,
		resources: Dictionary,
	): Promise<void> {
		const { objects, turns } = this;
		const content = offset === undefined ? undefined : findContent(objects.body.contents, offset);
		if (!content) throw new Unknown('the content of a page cannot be read');
		shown.characters += content.characters;
		shown.hasImage ||= content.hasInlineImage;
		shown.pixels += content.inlinePixels;
		shown.hasDrawing ||= content.hasDrawing;
		if (isEnough(shown)) return;
		const xobjects = objects.getDictionary(resources.get('XObject'));
		const names = splitNames(content.names);
		objects.body.work.spendOnEntries(names.length);
		for (const name of names) {
			if (turns.isDue) await turns.yield();
			await this.addXObject(shown, xobjects?.get(name), resources);
			if (isEnough(shown)) return;
		}
		if (!content.isComplete) throw new Unknown('the content of a page cannot be read completely');
	}

	private async addXObject(
		shown: Shown,
		reference: PdfObject | undefined,
		resources: Dictionary,
	): Promise<void> {
		const { objects } = this;
		const dictionary = objects.getDictionary(reference);
		const offset = objects.findOffset(reference);
		// A missing object paints nothing.
		if (!dictionary || offset === undefined) return;
		shown.isInTree ||= dictionary.has('StructParents') || dictionary.has('StructParent');
		if (isName(objects.resolve(dictionary.get('Subtype')), 'Image')) {
			shown.hasImage = true;
			shown.pixels += this.countPixels(dictionary);
			return;
		}
		const own = objects.getDictionary(dictionary.get('Resources'));
		// Without resources of its own, its content depends on the page or form that paints it.
		const known = this.getKnownForms(own ? NO_ENTRIES : resources);
		const form = known.get(offset) ?? (await this.readForm(offset, own ?? resources));
		// Within another form it lacks those that are being read.
		if (this.openForms.size === 0 && !known.has(offset)) {
			known.set(offset, form);
			this.knownForms += 1;
		}
		shown.characters += form.characters;
		shown.hasImage ||= form.hasImage;
		shown.pixels += form.pixels;
		shown.hasDrawing ||= form.hasDrawing;
		shown.isInTree ||= form.isInTree;
	}

	private countPixels(image: Dictionary): number {
		const { objects } = this;
		const width = objects.resolve(image.get('Width') ?? image.get('W'));
		const height = objects.resolve(image.get('Height') ?? image.get('H'));
		const isKnown = typeof width === 'number' && typeof height === 'number';
		return isKnown ? Math.max(0, width * height) : UNKNOWN_PIXELS;
	}

	private getKnownForms(owner: Dictionary): Map<number, Shown> {
		if (this.knownForms > MAX_KNOWN_FORMS) {
			this.forms = new WeakMap();
			this.knownForms = 0;
		}
		const known = this.forms.get(owner) ?? new Map<number, Shown>();
		this.forms.set(owner, known);
		return known;
	}

	private async readForm(offset: number, resources: Dictionary): Promise<Shown> {
		const shown = createShown();
		// Viewers do not paint a form within itself.
		if (this.openForms.has(offset)) return shown;
		if (this.openForms.size === MAX_FORM_DEPTH) {
			throw new Unknown('the forms of a page are nested too deep');
		}
		this.openForms.add(offset);
		await this.addContent(shown, offset, resources);
		if (!isEnough(shown)) await this.addUsedImages(shown, resources);
		this.openForms.delete(offset);
		return shown;
	}
}

function createShown(): Shown {
	return {
		characters: 0,
		hasImage: false,
		pixels: 0,
		hasDrawing: false,
		isInTree: false,
	};
}

function isShowing({ characters, hasImage }: Shown): boolean {
	return characters > 0 || hasImage;
}

function isEnough({ characters }: Shown): boolean {
	return characters >= ENOUGH_CHARACTERS;
}

/** Names as a content stream writes them, each after a slash. */
function splitNames(names: Buffer): string[] {
	const found: string[] = [];
	for (let start = 0; start < names.length;) {
		const next = names.indexOf(0x2f, start + 1);
		const end = next < 0 ? names.length : next;
		found.push(decodeName(names, start + 1, end));
		start = end;
	}
	return found;
}
