import { overlaps, transformBox, type ShownText } from '../../content';
import type { Objects } from '../../document';
import type { Dictionary } from '../../syntax';
import { FontCodes } from './fontCodes';
import { isNotEmbedded } from './fonts';
import { getStateAt, type Surface } from './surface';
import { MIN_CERTAIN_CHARACTERS, type PlacedText } from './visibleContent';

/** Text rendering mode (ISO 32000-1, Table 106). */
const INVISIBLE_RENDERING_MODE = 3;

/** Places texts on pages and forms, and judges them by their fonts. */
export class TextPlacer {
	private readonly fontCodes: FontCodes;

	constructor(private readonly objects: Objects) {
		this.fontCodes = new FontCodes(objects);
	}

	/**
	 * @param fonts the fonts in the resources of the surface
	 * @returns undefined for a text that is not visible
	 */
	placeText(
		text: ShownText,
		fonts: Dictionary | undefined,
		{ area, isPage = false, states }: Surface,
	): PlacedText | undefined {
		const state = getStateAt(states, text.level);
		const box = transformBox(text.box, state.matrix);
		if (!overlaps(box, area) || !overlaps(box, state.clip)) return undefined;
		const name = text.font ?? state.font;
		const font = name === undefined ? undefined : this.objects.getDictionary(fonts?.get(name));
		const visibility = this.fontCodes.classifyText(text, font);
		if (visibility === 'blank') return undefined;
		const isDoubtful = visibility === 'doubtful';
		const mode = text.renderingMode ?? state.renderingMode ?? 0;
		return {
			box,
			// If the font is conclusive, even a short text counts.
			characters:
				font && !isDoubtful
					? Math.max(text.visibleBytes, MIN_CERTAIN_CHARACTERS)
					: text.visibleBytes,
			isMarked: text.isMarked,
			needsLanguage: text.needsLanguage,
			isFontNotEmbedded:
				mode !== INVISIBLE_RENDERING_MODE && isPage && isNotEmbedded(this.objects, font),
			isDoubtful,
		};
	}
}
