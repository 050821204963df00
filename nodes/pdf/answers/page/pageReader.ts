import {
	ANYWHERE,
	INITIAL_STATE,
	intersect,
	multiply,
	overlaps,
	transformBox,
	type Box,
	type Content,
	type Paint,
	type SavedState,
} from '../../content';
import { readPageEntries, type Objects, type Page } from '../../document';
import { isName, NO_ENTRIES, Unknown, type Dictionary, type PdfObject } from '../../syntax';
import type { Turns } from '../../turns';
import { findVisibleAppearance } from './appearance';
import { FontCodes } from './fontCodes';
import { isNotEmbedded } from './fonts';
import { FormCache } from './formCache';
import { readVisibleArea, readBox, readMatrix } from './pageBox';
import { getStateAt, computeEndStates } from './paintStates';
import { MIN_CERTAIN_CHARACTERS, hasText, VisibleContent } from './visibleContent';
import { listUsedResources } from './usedResources';

/** Most nested forms. */
const MAX_FORM_DEPTH = 20;
const UNIT_SQUARE: Box = [0, 0, 1, 1];
/** Text rendering mode (ISO 32000-1, Table 106). */
const INVISIBLE_RENDERING_MODE = 3;
/** A paint at an unknown place. */
const PAINT_ANYWHERE = { name: '', level: 0, needsLanguage: false, isInlineImage: false };
const NO_MARKS = { isMarked: false, needsLanguage: true };

/** Context of a content stream: its resources, its area, and the states in which it begins. */
interface Surface {
	resources: Dictionary;
	area: Box;
	states: readonly SavedState[];
	/** False for forms, which may begin with another text rendering mode. */
	isPage?: boolean;
}

/** Reads the visible content of pages. */
export class PageReader {
	private readonly forms = new FormCache();
	/** Offsets of the forms that are being read. */
	private readonly openForms = new Set<number>();
	private readonly fonts: FontCodes;

	constructor(
		private readonly objects: Objects,
		private readonly turns: Turns,
	) {
		this.fonts = new FontCodes(objects);
	}

	/** Stops reading once the answer is certain. */
	async readPage(page: Page): Promise<VisibleContent> {
		const { objects } = this;
		const entries = readPageEntries(objects, page);
		const visible = new VisibleContent();
		const given = objects.resolve(entries.get('Contents'));
		const all = Array.isArray(given) ? given : [entries.get('Contents') ?? null];
		const resources = objects.getDictionary(page.resources) ?? NO_ENTRIES;
		const area = readVisibleArea(objects, page);
		let states: readonly SavedState[] = [INITIAL_STATE];
		let isPainted = false;
		for (const stream of all) {
			await this.turns.yieldIfDue();
			if (hasText(visible)) break;
			if (objects.resolve(stream) === null) continue;
			isPainted = true;
			const content = this.getContent(stream);
			const surface = { resources, area, states, isPage: true };
			await this.addContent(visible, content, surface);
			states = computeEndStates(content, states);
		}
		if (isPainted) await this.addUsedImages(visible, resources);
		const annotations = objects.resolve(entries.get('Annots'));
		for (const annotation of Array.isArray(annotations) ? annotations : []) {
			await this.turns.yieldIfDue();
			if (hasText(visible)) break;
			const appearance = findVisibleAppearance(objects, annotation, area);
			// Counts as marked: tags refer to the annotation, and not to its content.
			const paint = { ...PAINT_ANYWHERE, isMarked: true };
			await this.addXObject(visible, appearance, paint, {
				resources,
				area,
				states: [INITIAL_STATE],
			});
		}
		return visible;
	}

	/** Adds the content of a content stream. */
	private async addContent(
		visible: VisibleContent,
		content: Content,
		surface: Surface,
	): Promise<void> {
		const { area, isPage = false, resources, states } = surface;
		const fonts = this.objects.getDictionary(resources.get('Font'));
		for (const text of content.texts) {
			await this.turns.yieldIfDue();
			const state = getStateAt(states, text.level);
			const box = transformBox(text.box, state.matrix);
			if (!overlaps(box, area) || !overlaps(box, state.clip)) continue;
			const name = text.font ?? state.font;
			const font = name === undefined ? undefined : this.objects.getDictionary(fonts?.get(name));
			const visibility = this.fonts.classifyText(text, font);
			if (visibility === 'blank') continue;
			// If the font is conclusive, even a short text counts.
			const isDoubtful = visibility === 'doubtful';
			const characters =
				font && !isDoubtful
					? Math.max(text.visibleBytes, MIN_CERTAIN_CHARACTERS)
					: text.visibleBytes;
			const { isMarked, needsLanguage } = text;
			const mode = text.renderingMode ?? state.renderingMode ?? 0;
			const isFontNotEmbedded =
				mode !== INVISIBLE_RENDERING_MODE && isPage && isNotEmbedded(this.objects, font);
			visible.addText({ box, characters, isMarked, needsLanguage, isFontNotEmbedded, isDoubtful });
		}
		visible.hasDrawing ||= content.hasDrawing;
		const xobjects = this.objects.getDictionary(resources.get('XObject'));
		this.objects.body.spendEntryWork(content.paints.length);
		for (const paint of content.paints) {
			await this.turns.yieldIfDue();
			if (hasText(visible)) break;
			await this.addXObject(visible, xobjects?.get(paint.name), paint, surface);
		}
		if (!content.isComplete && !hasText(visible)) {
			throw new Unknown('what a page shows cannot be read to its end');
		}
	}

	/** Adds images that are painted with patterns or through masks. Text in them does not count. */
	private async addUsedImages(visible: VisibleContent, resources: Dictionary): Promise<void> {
		if (hasText(visible)) return;
		for (const other of await listUsedResources(this.objects, resources, this.turns)) {
			await this.turns.yieldIfDue();
			// A form that is being read does not use itself, but may be in the same resources.
			if (this.openForms.has(this.objects.findOffset(other) ?? -1)) continue;
			const inner = new VisibleContent();
			const paint = { ...PAINT_ANYWHERE, isMarked: false };
			const surface = { resources, area: ANYWHERE, states: [INITIAL_STATE] };
			await this.addXObject(inner, other, paint, surface);
			visible.hasImage ||= inner.hasImage;
		}
	}

	private async addXObject(
		visible: VisibleContent,
		reference: PdfObject | undefined,
		paint: Paint,
		surface: Surface,
	): Promise<void> {
		const { objects } = this;
		const state = getStateAt(surface.states, paint.level);
		const matrix = paint.matrix && multiply(paint.matrix, state.matrix);
		const clip = transformBox(paint.clip ?? ANYWHERE, state.matrix);
		const area = intersect(intersect(surface.area, clip), state.clip);
		const dictionary = objects.getDictionary(reference);
		const offset = objects.findOffset(reference);
		const isThere = dictionary !== undefined && offset !== undefined;
		if (paint.isInlineImage || (isThere && isName(dictionary.get('Subtype'), 'Image'))) {
			if (!matrix || overlaps(transformBox(UNIT_SQUARE, matrix), area)) visible.hasImage = true;
			return;
		}
		// A missing object paints nothing.
		if (!isThere || reference === undefined) return;
		const own = objects.getDictionary(dictionary.get('Resources'));
		const known = this.forms.selectCache(own, surface.resources);
		const form =
			known.get(offset) ??
			(await this.readForm(reference, offset, dictionary, own, surface.resources));
		known.set(offset, form);
		visible.addForm(form, matrix, area, paint);
	}

	/** In the coordinates of the page or form that paints the form. */
	private async readForm(
		reference: PdfObject,
		offset: number,
		dictionary: Dictionary,
		own: Dictionary | undefined,
		borrowed: Dictionary,
	): Promise<VisibleContent> {
		if (this.openForms.size === MAX_FORM_DEPTH || this.openForms.has(offset)) {
			throw new Unknown('what a page shows stands in a circle, or too deep');
		}
		const inner = new VisibleContent();
		this.openForms.add(offset);
		const area = readBox(this.objects, dictionary.get('BBox')) ?? ANYWHERE;
		const surface = { resources: own ?? borrowed, area, states: [INITIAL_STATE] };
		await this.addContent(inner, this.getContent(reference), surface);
		// Borrowed resources are read by the page or form that owns them.
		if (own) await this.addUsedImages(inner, own);
		this.openForms.delete(offset);
		const visible = new VisibleContent();
		visible.addForm(inner, readMatrix(this.objects, dictionary.get('Matrix')), ANYWHERE, NO_MARKS);
		return visible;
	}

	private getContent(stream: PdfObject): Content {
		const offset = this.objects.findOffset(stream);
		const content = offset === undefined ? undefined : this.objects.body.contents.get(offset);
		if (!content) throw new Unknown('what a page shows cannot be read');
		return content;
	}
}
