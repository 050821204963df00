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

/** A scanned page may show up to this many characters: a scanner's footer, a stamp or a number. */
const MAX_SCAN_CHARACTERS = 100;
/**
 * If a scan shows characters, its images have at least this many pixels together: an A4 page with 72 dots per inch.
 * A logo has fewer.
 */
const MIN_SCAN_PIXELS = 500_000;
/**
 * If the images of a page without text have fewer pixels together, they count as a drawing: fillable documents of
 * Sejda paint an image of one pixel, and no text.
 */
const MIN_IMAGE_PIXELS = 64;
/** Maximum depth of forms within forms. In this file, a form is a form XObject (ISO 32000-1, 8.10). */
const MAX_FORM_DEPTH = 20;
/** How many forms are remembered with what they show. Few forms are used on several pages, such as letterheads. */
const MAX_KNOWN_FORMS = 10_000;

/** What a page or a form shows. */
interface Shown {
	/** Counted until there are {@link ENOUGH_CHARACTERS}. */
	characters: number;
	hasImage: boolean;
	/** Of all images together. */
	pixels: number;
	/** Whether lines or areas are painted. */
	hasDrawing: boolean;
	/** Whether it, or something that it paints, belongs to structure elements (ISO 32000-1, 14.7.4.4). */
	isInTree: boolean;
}

/** What a document's pages show. */
export interface PageContents {
	pagesWithText: number;
	/** Pages that show an image and no text, or a large image and a few characters: usually scans. */
	imageOnlyPages: number;
	/** Pages without text that show lines, areas or tiny images only. */
	drawingPages: number;
	/** Why the numbers above are not certain: the first page that could not be read. Undefined if all were read. */
	doubt?: Unknown;
	/** Pages that show something and are not in the structure tree, and pages that could not be read. */
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
	/**
	 * What forms show, because the same form is often on every page. The outer key is the dictionary of resources
	 * that a form uses from the page or form that paints it, or {@link NO_ENTRIES} if it has its own resources. The
	 * inner key is the form's offset.
	 */
	private forms = new WeakMap<Dictionary, Map<number, Shown>>();
	private knownForms = 0;
	/** Offsets of the forms that are being read. */
	private readonly openForms = new Set<number>();

	constructor(
		private readonly objects: Objects,
		private readonly pages: Pages,
		private readonly turns: Turns,
	) {}

	/** What a page shows; Unknown if that is not certain. */
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
			// A reference to an object that does not exist shows nothing.
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
		// The page counts as in the tree: structure elements would refer to its annotations, not to the content inside.
		shown.isInTree = true;
		for (const reference of this.pages.listAnnotations(objects, page)) {
			if (turns.isDue) await turns.yield();
			const annotation = objects.getDictionary(reference);
			if (annotation) await this.addXObject(shown, this.findAppearance(annotation), NO_ENTRIES);
			if (isEnough(shown)) return;
		}
	}

	/**
	 * An annotation's normal appearance (12.5.5): it has one stream, or a dictionary of streams, such as one for each
	 * state of a check box. Undefined if it has none for its current state.
	 */
	private findAppearance(annotation: Dictionary): PdfObject | undefined {
		const { objects } = this;
		const normal = objects.getDictionary(annotation.get('AP'))?.get('N');
		if (objects.isStream(normal)) return normal;
		const state = objects.resolve(annotation.get('AS'));
		const states = objects.resolve(normal);
		return state instanceof Name && isDictionary(states) ? states.get(state.name) : undefined;
	}

	/**
	 * Adds the images in patterns (8.7.3) and soft masks (11.6.5.2) of the resources, painted or not. Their text and
	 * lines do not count. Nothing is added if text, or more than a tiny image, was found already.
	 */
	private async addUsedImages(shown: Shown, resources: Dictionary): Promise<void> {
		const { objects, turns } = this;
		const addImages = async (painted: PdfObject | undefined) => {
			const inner = createShown();
			await this.addXObject(inner, painted, resources);
			shown.hasImage ||= inner.hasImage;
			shown.pixels += inner.pixels;
		};
		if (shown.characters > 0 || shown.pixels >= MIN_IMAGE_PIXELS) return;
		await this.holdWhile([resources.get('Pattern')], async () => {
			for (const pattern of this.listResources(resources, 'Pattern')) {
				if (turns.isDue) await turns.yield();
				// Shading patterns (type 2) have no images.
				if (objects.getDictionary(pattern)?.get('PatternType') !== 2) await addImages(pattern);
			}
		});
		await this.holdWhile([resources.get('ExtGState')], async () => {
			for (const state of this.listResources(resources, 'ExtGState')) {
				if (turns.isDue) await turns.yield();
				const mask = objects.getDictionary(objects.getDictionary(state)?.get('SMask'));
				if (mask) await addImages(mask.get('G'));
			}
		});
	}

	/**
	 * Counts the memory of objects that must not be dropped while forms within them are read: otherwise forms within
	 * forms could each hold megabytes of resources.
	 *
	 * @throws Unknown if there is no room for them; also what `read` throws
	 */
	private async holdWhile<T>(
		references: ReadonlyArray<PdfObject | undefined>,
		read: () => Promise<T>,
	): Promise<T> {
		const { parsed } = this.objects.memory;
		let bytes = 0;
		for (const reference of references) bytes += this.objects.measure(reference);
		parsed.take(bytes);
		try {
			return await read();
		} finally {
			parsed.release(bytes);
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
		const names = splitNames(content.names);
		objects.body.work.spendOnEntries(names.length);
		if (names.length > 0) {
			const reference = resources.get('XObject');
			const xobjects = objects.getDictionary(reference);
			await this.holdWhile([reference], async () => {
				for (const name of names) {
					if (turns.isDue) await turns.yield();
					await this.addXObject(shown, xobjects?.get(name), resources);
					if (isEnough(shown)) return;
				}
			});
		}
		if (!content.isComplete && !isEnough(shown))
			throw new Unknown('the content of a page cannot be read completely');
	}

	private async addXObject(
		shown: Shown,
		reference: PdfObject | undefined,
		resources: Dictionary,
	): Promise<void> {
		const { objects } = this;
		const dictionary = objects.getDictionary(reference);
		const offset = objects.findOffset(reference);
		// An object that does not exist, or cannot be a stream, paints nothing.
		if (!dictionary || offset === undefined) return;
		shown.isInTree ||= dictionary.has('StructParents') || dictionary.has('StructParent');
		if (isName(objects.resolve(dictionary.get('Subtype')), 'Image')) {
			shown.hasImage = true;
			shown.pixels += this.countPixels(dictionary);
			return;
		}
		const own = objects.getDictionary(dictionary.get('Resources'));
		// What a form without resources of its own shows depends on the page or form that paints it.
		const known = this.getKnownForms(own ? NO_ENTRIES : resources);
		const form =
			known.get(offset) ??
			(await this.holdWhile(
				[reference, dictionary.get('Resources')],
				async () => await this.readForm(offset, own ?? resources),
			));
		// Within other forms the result may be incomplete, because forms that are being read are not read again.
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

/** Splits and decodes names, which are as a content stream writes them, each after a slash. */
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
