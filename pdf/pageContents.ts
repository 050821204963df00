import { ENOUGH_CHARACTERS } from './contentScan';
import type { PdfDocument } from './document';
import type { Objects } from './documentObjects';
import { decodeName } from './lexer';
import type { Turns } from './readerLimits';
import { isName, NO_ENTRIES, toUnknown, Unknown, type Dictionary, type PdfObject } from './objects';
import { findContent } from './tables';
import { listAnnotations, listContents, readPageEntries, type Page } from './pageTree';

/** A page of a scan may show a few characters: a scanner's footer, a stamp or a number. */
const MAX_SCAN_CHARACTERS = 100;
/** Pixels of the images on such a page: an A4 page with 72 dots per inch. A logo has fewer. */
const MIN_SCAN_PIXELS = 500_000;
/** Maximum number of nested forms. */
const MAX_FORM_DEPTH = 20;

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
	pages: readonly Page[],
	turns: Turns,
): Promise<PageContents> {
	const reader = new PageReader(document.objects, turns);
	const contents: PageContents = {
		pagesWithText: 0,
		imageOnlyPages: 0,
		drawingPages: 0,
		pagesOutsideTree: 0,
	};
	for (const page of pages) {
		const shown = await reader.tryReadPage(page);
		if (shown instanceof Unknown) contents.doubt ??= shown;
		else if (isImageOnly(shown)) contents.imageOnlyPages += 1;
		else if (shown.characters > 0) contents.pagesWithText += 1;
		else if (shown.hasDrawing) contents.drawingPages += 1;
		else continue;
		if (shown instanceof Unknown || !shown.isInTree) contents.pagesOutsideTree += 1;
	}
	return contents;
}

function isImageOnly({ characters, hasImage, pixels }: Shown): boolean {
	if (!hasImage || characters > MAX_SCAN_CHARACTERS) return false;
	return characters === 0 || pixels >= MIN_SCAN_PIXELS;
}

/** Reads what pages show, with the forms that they use. */
class PageReader {
	/** Forms by their resources and their offset: the same form is often on every page. */
	private readonly forms = new WeakMap<Dictionary, Map<number, Shown>>();
	/** Offsets of the forms that are being read. */
	private readonly openForms = new Set<number>();

	constructor(
		private readonly objects: Objects,
		private readonly turns: Turns,
	) {}

	/** Unknown if it is not clear what the page shows. */
	async tryReadPage(page: Page): Promise<Shown | Unknown> {
		await this.turns.yieldIfDue();
		this.openForms.clear();
		try {
			return await this.readPage(page);
		} catch (error) {
			return toUnknown(error, 'a page of it cannot be read');
		}
	}

	private async readPage(page: Page): Promise<Shown> {
		const resources = this.objects.getDictionary(page.resources) ?? NO_ENTRIES;
		const shown = createShown();
		shown.isInTree = readPageEntries(this.objects, page).has('StructParents');
		for (const stream of listContents(this.objects, page)) {
			await this.turns.yieldIfDue();
			if (this.objects.resolve(stream) === null) continue;
			await this.addContent(shown, this.objects.findOffset(stream), resources);
			if (isEnough(shown)) return shown;
		}
		await this.addUsedImages(shown, resources);
		if (!isShowing(shown) && !shown.hasDrawing) await this.addAnnotations(shown, page);
		return shown;
	}

	/** A page without content of its own may have images and text in annotations, such as stamps. */
	private async addAnnotations(shown: Shown, page: Page): Promise<void> {
		const { objects } = this;
		// Structure elements refer to annotations, and not to their content.
		shown.isInTree = true;
		for (const annotation of listAnnotations(objects, page)) {
			await this.turns.yieldIfDue();
			const given = objects.getDictionary(objects.getDictionary(annotation)?.get('AP'))?.get('N');
			await this.addXObject(shown, given, NO_ENTRIES);
			if (isEnough(shown)) return;
		}
	}

	/** Images that are painted with patterns (8.7.3) or through soft masks (11.6.5.2). */
	private async addUsedImages(shown: Shown, resources: Dictionary): Promise<void> {
		if (isShowing(shown)) return;
		const { objects } = this;
		const list = (key: string) => [...(objects.getDictionary(resources.get(key))?.values() ?? [])];
		const masks = list('ExtGState').map((state) => objects.getDictionary(state)?.get('SMask'));
		const groups = masks.map((mask) => objects.getDictionary(mask)?.get('G'));
		const used = [...list('Pattern'), ...groups];
		objects.body.spendEntryWork(used.length);
		for (const each of used) {
			await this.turns.yieldIfDue();
			// Shadings have no images.
			if (objects.getDictionary(each)?.get('PatternType') === 2) continue;
			const inner = createShown();
			await this.addXObject(inner, each, resources);
			shown.hasImage ||= inner.hasImage;
		}
	}

	private async addContent(
		shown: Shown,
		offset: number | undefined,
		resources: Dictionary,
	): Promise<void> {
		const { objects } = this;
		const content = offset === undefined ? undefined : findContent(objects.body.contents, offset);
		if (!content) throw new Unknown('the content of a page cannot be read');
		shown.characters += content.characters;
		shown.hasImage ||= content.hasInlineImage;
		shown.hasDrawing ||= content.hasDrawing;
		if (isEnough(shown)) return;
		const xobjects = objects.getDictionary(resources.get('XObject'));
		const [, ...names] = content.names.toString('latin1').split('/');
		objects.body.spendEntryWork(names.length);
		for (const name of names) {
			await this.turns.yieldIfDue();
			await this.addXObject(shown, xobjects?.get(decodeName(name)), resources);
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
			shown.pixels += countPixels(objects, dictionary);
			return;
		}
		const own = objects.getDictionary(dictionary.get('Resources'));
		// Without resources of its own, its content depends on the page or form that paints it.
		const owner = own ? NO_ENTRIES : resources;
		const known = this.forms.get(owner) ?? new Map<number, Shown>();
		this.forms.set(owner, known);
		const form = known.get(offset) ?? (await this.readForm(offset, own ?? resources));
		// Within another form it lacks those that are being read.
		if (this.openForms.size === 0) known.set(offset, form);
		shown.characters += form.characters;
		shown.hasImage ||= form.hasImage;
		shown.pixels += form.pixels;
		shown.hasDrawing ||= form.hasDrawing;
		shown.isInTree ||= form.isInTree;
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
	return { characters: 0, hasImage: false, pixels: 0, hasDrawing: false, isInTree: false };
}

function isShowing({ characters, hasImage }: Shown): boolean {
	return characters > 0 || hasImage;
}

function isEnough({ characters }: Shown): boolean {
	return characters >= ENOUGH_CHARACTERS;
}

function countPixels(objects: Objects, image: Dictionary): number {
	const width = objects.resolve(image.get('Width') ?? image.get('W'));
	const height = objects.resolve(image.get('Height') ?? image.get('H'));
	return typeof width === 'number' && typeof height === 'number' ? width * height : 0;
}
