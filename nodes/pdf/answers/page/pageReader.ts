import {
	ANYWHERE,
	INITIAL_STATE,
	INLINE_IMAGE,
	intersect,
	multiply,
	transformBox,
	UNIT_SQUARE,
	type Content,
	type Paint,
	type SavedState,
} from '../../content';
import {
	listAnnotations,
	listContents,
	type Objects,
	type Page,
	type PdfDocument,
} from '../../document';
import { isName, NO_ENTRIES, Unknown, type Dictionary, type PdfObject } from '../../syntax';
import type { Turns } from '../../turns';
import { findVisibleAppearance } from './appearance';
import { OptionalContent } from './optionalContent';
import { readBox, readMatrix, readVisibleArea } from './pageBox';
import { computeEndStates, getStateAt, type Surface } from './surface';
import { TextPlacer } from './textPlacer';
import { listUsedResources } from './usedResources';
import { VisibleContent } from './visibleContent';

/** Maximum number of nested forms. */
const MAX_FORM_DEPTH = 20;
/** A paint at an unknown place. */
const PAINT_ANYWHERE = { name: '', level: 0, layers: [], isMarked: false, needsLanguage: false };

/** Reads the visible content of pages. */
export class PageReader {
	/** Content of forms, by their resources and their offset: the same form is often on every page. */
	private readonly forms = new WeakMap<Dictionary, Map<number, VisibleContent>>();
	/** Offsets of the forms that are being read. */
	private readonly openForms = new Set<number>();
	private readonly textPlacer: TextPlacer;
	private readonly optionalContent: OptionalContent;
	private readonly objects: Objects;

	constructor(
		document: PdfDocument,
		private readonly turns: Turns,
	) {
		this.objects = document.objects;
		this.textPlacer = new TextPlacer(document.objects);
		this.optionalContent = new OptionalContent(document);
	}

	/** Stops reading once the answer is certain. */
	async readPage(page: Page): Promise<VisibleContent> {
		const visible = new VisibleContent();
		const resources = this.objects.getDictionary(page.resources) ?? NO_ENTRIES;
		const area = readVisibleArea(this.objects, page);
		let states: readonly SavedState[] = [INITIAL_STATE];
		let isPainted = false;
		for (const stream of listContents(this.objects, page)) {
			await this.turns.yieldIfDue();
			if (visible.hasText) break;
			if (this.objects.resolve(stream) === null) continue;
			isPainted = true;
			const content = this.getContent(stream);
			await this.addContent(visible, content, { resources, area, states, isPage: true });
			states = computeEndStates(content, states);
		}
		const surface = { resources, area, states: [INITIAL_STATE] };
		if (isPainted) await this.addUsedImages(visible, surface);
		await this.addAnnotations(visible, listAnnotations(this.objects, page), surface);
		return visible;
	}

	private async addAnnotations(
		visible: VisibleContent,
		annotations: readonly PdfObject[],
		surface: Surface,
	): Promise<void> {
		for (const object of annotations) {
			await this.turns.yieldIfDue();
			if (visible.hasText) break;
			const annotation = this.objects.getDictionary(object);
			if (!annotation || this.optionalContent.isHidden(annotation.get('OC'))) continue;
			const appearance = findVisibleAppearance(this.objects, annotation, surface.area);
			// Counts as marked: tags refer to the annotation, and not to its content.
			await this.addXObject(visible, appearance, { ...PAINT_ANYWHERE, isMarked: true }, surface);
		}
	}

	private async addContent(
		visible: VisibleContent,
		content: Content,
		surface: Surface,
	): Promise<void> {
		const { resources } = surface;
		const fonts = this.objects.getDictionary(resources.get('Font'));
		for (const text of content.texts) {
			await this.turns.yieldIfDue();
			if (this.optionalContent.areHidden(text.layers, resources)) continue;
			const placed = this.textPlacer.placeText(text, fonts, surface);
			if (placed) visible.addText(placed);
		}
		visible.hasDrawing ||= content.hasDrawing;
		const xobjects = this.objects.getDictionary(resources.get('XObject'));
		this.objects.body.spendEntryWork(content.paints.length);
		for (const paint of content.paints) {
			await this.turns.yieldIfDue();
			if (visible.hasText) break;
			if (this.optionalContent.areHidden(paint.layers, resources)) continue;
			await this.addXObject(visible, xobjects?.get(paint.name), paint, surface);
		}
		if (!content.isComplete && !visible.hasText) {
			throw new Unknown('the content of a page cannot be read completely');
		}
	}

	/** Adds images that are painted with patterns or through masks. Text in them does not count. */
	private async addUsedImages(
		visible: VisibleContent,
		{ area, resources }: Surface,
	): Promise<void> {
		if (visible.hasText) return;
		for (const other of await listUsedResources(this.objects, resources, this.turns)) {
			await this.turns.yieldIfDue();
			// A form does not use itself, but the resources may list the form that is being read.
			if (this.openForms.has(this.objects.findOffset(other) ?? -1)) continue;
			const inner = new VisibleContent();
			const surface = { resources, area: ANYWHERE, states: [INITIAL_STATE] };
			await this.addXObject(inner, other, PAINT_ANYWHERE, surface);
			if (inner.imageBox) visible.addImage(area, area);
		}
	}

	private async addXObject(
		visible: VisibleContent,
		reference: PdfObject | undefined,
		paint: Paint,
		surface: Surface,
	): Promise<void> {
		const state = getStateAt(surface.states, paint.level);
		const matrix = paint.matrix && multiply(paint.matrix, state.matrix);
		const clip = transformBox(paint.clip ?? ANYWHERE, state.matrix);
		const area = intersect(intersect(surface.area, clip), state.clip);
		const dictionary = this.objects.getDictionary(reference);
		const offset = this.objects.findOffset(reference);
		if (this.optionalContent.isHidden(dictionary?.get('OC'))) return;
		const isThere = dictionary !== undefined && offset !== undefined;
		if (paint.name === INLINE_IMAGE || (isThere && isName(dictionary.get('Subtype'), 'Image'))) {
			visible.addImage(matrix ? transformBox(UNIT_SQUARE, matrix) : area, area);
			return;
		}
		// A missing object paints nothing.
		if (!isThere || reference === undefined) return;
		const own = this.objects.getDictionary(dictionary.get('Resources'));
		// Without resources of its own, its content depends on the page or form that paints it.
		const owner = own ? NO_ENTRIES : surface.resources;
		const cached = this.forms.get(owner) ?? new Map<number, VisibleContent>();
		this.forms.set(owner, cached);
		const form =
			cached.get(offset) ?? (await this.readForm(reference, offset, own, surface.resources));
		cached.set(offset, form);
		visible.addForm(form, matrix, area, paint);
	}

	/** In the coordinates of the page or form that paints the form. */
	private async readForm(
		reference: PdfObject,
		offset: number,
		own: Dictionary | undefined,
		borrowed: Dictionary,
	): Promise<VisibleContent> {
		if (this.openForms.size === MAX_FORM_DEPTH || this.openForms.has(offset)) {
			throw new Unknown('the forms of a page are nested too deep, or in a circle');
		}
		const dictionary = this.objects.getDictionary(reference);
		const inner = new VisibleContent();
		this.openForms.add(offset);
		const area = readBox(this.objects, dictionary?.get('BBox')) ?? ANYWHERE;
		const surface = { resources: own ?? borrowed, area, states: [INITIAL_STATE] };
		await this.addContent(inner, this.getContent(reference), surface);
		// Borrowed resources are read by the page or form that owns them.
		if (own) await this.addUsedImages(inner, surface);
		this.openForms.delete(offset);
		const visible = new VisibleContent();
		visible.addForm(inner, readMatrix(this.objects, dictionary?.get('Matrix')), ANYWHERE);
		return visible;
	}

	private getContent(stream: PdfObject): Content {
		const content = this.objects.getContent(stream);
		if (!content) throw new Unknown('the content of a page cannot be read');
		return content;
	}
}
