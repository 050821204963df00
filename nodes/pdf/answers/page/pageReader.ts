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
	type Saved,
} from '../../content';
import { entriesOf, type Objects, type Page } from '../../document';
import { isName, NO_ENTRIES, Unknown, type Dictionary, type PdfObject } from '../../syntax';
import type { Turns } from '../../turns';
import { shownAppearance } from './appearance';
import { FontCodes } from './fontCodes';
import { isMissing } from './fonts';
import { KnownForms } from './knownForms';
import { areaOf, boxFrom, matrixFrom } from './pageBox';
import { stateAt, statesAfter } from './paintStates';
import { FEW, hasText, Shown } from './shown';
import { usedResources } from './usedResources';

/** Most nested forms. */
const DEEPEST = 20;
const UNIT: Box = [0, 0, 1, 1];
/** Text rendering mode (ISO 32000-1, Table 106). */
const INVISIBLE = 3;
/** A paint at an unknown place. */
const SOMEWHERE = { name: '', level: 0, needsLanguage: false, isInlineImage: false };
const AS_IT_IS = { isMarked: false, needsLanguage: true };

/** Context of a content stream: its resources, its area, and the states in which it begins. */
interface Surface {
	resources: Dictionary;
	area: Box;
	states: readonly Saved[];
	/** False for forms, which may begin with another text rendering mode. */
	isPage?: boolean;
}

/** Reads the visible content of pages. */
export class PageReader {
	private readonly forms = new KnownForms();
	/** Offsets of the forms that are being read. */
	private readonly open = new Set<number>();
	private readonly fonts: FontCodes;

	constructor(
		private readonly objects: Objects,
		private readonly turns: Turns,
	) {
		this.fonts = new FontCodes(objects);
	}

	/** Stops reading once the answer is certain. */
	async shownBy(page: Page): Promise<Shown> {
		const { objects } = this;
		const entries = entriesOf(objects, page);
		const shown = new Shown();
		const given = objects.resolve(entries.get('Contents'));
		const all = Array.isArray(given) ? given : [entries.get('Contents') ?? null];
		const resources = objects.dictionary(page.resources) ?? NO_ENTRIES;
		const area = areaOf(objects, page);
		let states: readonly Saved[] = [INITIAL_STATE];
		let isPainted = false;
		for (const stream of all) {
			await this.turns.give();
			if (hasText(shown)) break;
			if (objects.resolve(stream) === null) continue;
			isPainted = true;
			const content = this.contentOf(stream);
			const surface = { resources, area, states, isPage: true };
			await this.add(shown, content, surface);
			states = statesAfter(content, states);
		}
		if (isPainted) await this.addUsed(shown, resources);
		const annotations = objects.resolve(entries.get('Annots'));
		for (const annotation of Array.isArray(annotations) ? annotations : []) {
			await this.turns.give();
			if (hasText(shown)) break;
			const appearance = shownAppearance(objects, annotation, area);
			// Counts as marked: tags refer to the annotation, and not to its content.
			const paint = { ...SOMEWHERE, isMarked: true };
			await this.addXObject(shown, appearance, paint, { resources, area, states: [INITIAL_STATE] });
		}
		return shown;
	}

	/** Adds the content of a content stream. */
	private async add(shown: Shown, content: Content, surface: Surface): Promise<void> {
		const { area, isPage = false, resources, states } = surface;
		const fonts = this.objects.dictionary(resources.get('Font'));
		for (const text of content.texts) {
			await this.turns.give();
			const state = stateAt(states, text.level);
			const box = transformBox(text.box, state.matrix);
			if (!overlaps(box, area) || !overlaps(box, state.clip)) continue;
			const name = text.font ?? state.font;
			const font = name === undefined ? undefined : this.objects.dictionary(fonts?.get(name));
			const visibility = this.fonts.visibilityOf(text, font);
			if (visibility === 'blank') continue;
			// If the font is conclusive, even a short text counts.
			const isDoubtful = visibility === 'doubtful';
			const characters = font && !isDoubtful ? Math.max(text.visible, FEW) : text.visible;
			const { isMarked, needsLanguage } = text;
			const mode = text.renderingMode ?? state.renderingMode ?? 0;
			const isFontMissing = mode !== INVISIBLE && isPage && isMissing(this.objects, font);
			shown.add({ box, characters, isMarked, needsLanguage, isFontMissing, isDoubtful });
		}
		shown.draws ||= content.draws;
		const xobjects = this.objects.dictionary(resources.get('XObject'));
		this.objects.body.look(content.paints.length);
		for (const paint of content.paints) {
			await this.turns.give();
			if (hasText(shown)) break;
			await this.addXObject(shown, xobjects?.get(paint.name), paint, surface);
		}
		if (!content.whole && !hasText(shown)) {
			throw new Unknown('what a page shows cannot be read to its end');
		}
	}

	/** Adds images that are painted with patterns or through masks. Text in them does not count. */
	private async addUsed(shown: Shown, resources: Dictionary): Promise<void> {
		if (hasText(shown)) return;
		for (const other of await usedResources(this.objects, resources, this.turns)) {
			await this.turns.give();
			// A form that is being read does not use itself, but may be in the same resources.
			if (this.open.has(this.objects.offset(other) ?? -1)) continue;
			const inner = new Shown();
			const paint = { ...SOMEWHERE, isMarked: false };
			const surface = { resources, area: ANYWHERE, states: [INITIAL_STATE] };
			await this.addXObject(inner, other, paint, surface);
			shown.image ||= inner.image;
		}
	}

	private async addXObject(
		shown: Shown,
		reference: PdfObject | undefined,
		paint: Paint,
		surface: Surface,
	): Promise<void> {
		const { objects } = this;
		const state = stateAt(surface.states, paint.level);
		const matrix = paint.matrix && multiply(paint.matrix, state.matrix);
		const clip = transformBox(paint.clip ?? ANYWHERE, state.matrix);
		const area = intersect(intersect(surface.area, clip), state.clip);
		const dictionary = objects.dictionary(reference);
		const offset = objects.offset(reference);
		const isThere = dictionary !== undefined && offset !== undefined;
		if (paint.isInlineImage || (isThere && isName(dictionary.get('Subtype'), 'Image'))) {
			if (!matrix || overlaps(transformBox(UNIT, matrix), area)) shown.image = true;
			return;
		}
		// A missing object paints nothing.
		if (!isThere || reference === undefined) return;
		const own = objects.dictionary(dictionary.get('Resources'));
		const known = this.forms.shownWith(own, surface.resources);
		const form =
			known.get(offset) ??
			(await this.shownByForm(reference, offset, dictionary, own, surface.resources));
		known.set(offset, form);
		shown.addForm(form, matrix, area, paint);
	}

	/** In the coordinates of the page or form that paints the form. */
	private async shownByForm(
		reference: PdfObject,
		offset: number,
		dictionary: Dictionary,
		own: Dictionary | undefined,
		borrowed: Dictionary,
	): Promise<Shown> {
		if (this.open.size === DEEPEST || this.open.has(offset)) {
			throw new Unknown('what a page shows stands in a circle, or too deep');
		}
		const inner = new Shown();
		this.open.add(offset);
		const area = boxFrom(this.objects, dictionary.get('BBox')) ?? ANYWHERE;
		const surface = { resources: own ?? borrowed, area, states: [INITIAL_STATE] };
		await this.add(inner, this.contentOf(reference), surface);
		// Borrowed resources are read by the page or form that owns them.
		if (own) await this.addUsed(inner, own);
		this.open.delete(offset);
		const shown = new Shown();
		shown.addForm(inner, matrixFrom(this.objects, dictionary.get('Matrix')), ANYWHERE, AS_IT_IS);
		return shown;
	}

	private contentOf(stream: PdfObject): Content {
		const offset = this.objects.offset(stream);
		const content = offset === undefined ? undefined : this.objects.body.contents.get(offset);
		if (!content) throw new Unknown('what a page shows cannot be read');
		return content;
	}
}
