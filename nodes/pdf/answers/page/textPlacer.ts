import { overlaps, transformBox, type ShownText } from '../../content';
import type { Objects } from '../../document';
import { isName, Name, type Dictionary } from '../../syntax';
import { isNotEmbedded } from './fonts';
import { getStateAt, type Surface } from './surface';
import { MIN_CERTAIN_CHARACTERS, type PlacedText } from './visibleContent';

/** Text rendering mode (ISO 32000-1, Table 106). */
const INVISIBLE_RENDERING_MODE = 3;

/** Whether a text is visible, judged by its font. */
export type Visibility = 'visible' | 'blank' | 'doubtful';

/** From this number of different two-byte codes on, some are visible, even without a known mapping. */
const MIN_CERTAIN_CODES = 4;
const BLANK_NAMES = new Set(['space', 'nbspace', 'nonbreakingspace', 'uni0020', 'uni00A0']);
const BLANK_CODES = new Set([0, 9, 10, 12, 13, 32, 160]);

/** Places texts on pages and forms, and judges them by their fonts (9.6, 9.7 and 9.10). */
export class TextPlacer {
	/** Names of glyphs, by font: fonts have many texts. */
	private readonly names = new WeakMap<Dictionary, ReadonlyMap<number, string>>();

	constructor(private readonly objects: Objects) {}

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
		const visibility = this.classifyText(text, font);
		if (visibility === 'blank') return undefined;
		const isDoubtful = visibility === 'doubtful';
		const { isMarked, needsLanguage, visibleBytes } = text;
		// If the font is conclusive, even a short text counts.
		const minCharacters = font && !isDoubtful ? MIN_CERTAIN_CHARACTERS : 0;
		const characters = Math.max(visibleBytes, minCharacters);
		const mode = text.renderingMode ?? state.renderingMode ?? 0;
		const isFontNotEmbedded =
			mode !== INVISIBLE_RENDERING_MODE && isPage && isNotEmbedded(this.objects, font);
		return { box, characters, isMarked, needsLanguage, isFontNotEmbedded, isDoubtful };
	}

	classifyText(text: ShownText, font: Dictionary | undefined): Visibility {
		if (!font) return text.visibleBytes > 0 ? 'visible' : 'blank';
		// Undefined without a usable ToUnicode.
		const blanks = this.objects.getContent(font.get('ToUnicode'))?.blanks;
		return isName(this.objects.resolve(font.get('Subtype')), 'Type0')
			? this.classifyComposite(text, font, blanks)
			: this.classifySimple(text, font, blanks);
	}

	private classifyComposite(
		{ pairs, visibleBytes }: ShownText,
		font: Dictionary,
		blanks: ReadonlySet<number> | undefined,
	): Visibility {
		const encoding = this.objects.resolve(font.get('Encoding'));
		const isIdentity = encoding instanceof Name && encoding.name.startsWith('Identity');
		const codes: number[] = [];
		for (let at = 0; at + 1 < pairs.length; at += 2) {
			codes.push(pairs.charCodeAt(at) * 256 + pairs.charCodeAt(at + 1));
		}
		if (blanks) return codes.some((code) => !blanks.has(code)) ? 'visible' : 'blank';
		if (codes.length >= MIN_CERTAIN_CODES) return 'visible';
		if (!isIdentity) return visibleBytes > 0 ? 'visible' : 'blank';
		return codes.length > 0 ? 'doubtful' : 'blank';
	}

	private classifySimple(
		{ pairs, rest }: ShownText,
		font: Dictionary,
		blanks: ReadonlySet<number> | undefined,
	): Visibility {
		const names = this.readDifferences(font);
		const isBlank = (code: number) => {
			if (blanks?.has(code) === true) return true;
			const name = names.get(code);
			return name === undefined ? BLANK_CODES.has(code) : BLANK_NAMES.has(name);
		};
		const codes = [...Buffer.from(pairs + rest, 'latin1')];
		return codes.every(isBlank) ? 'blank' : 'visible';
	}

	/** Names of glyphs that differ from the base encoding (9.6.6). */
	private readDifferences(font: Dictionary): ReadonlyMap<number, string> {
		const known = this.names.get(font);
		if (known) return known;
		const { objects } = this;
		const encoding = objects.getDictionary(font.get('Encoding'));
		const names = new Map<number, string>();
		let code = 0;
		for (const entry of objects.getArray(encoding?.get('Differences'))) {
			if (typeof entry === 'number') code = entry;
			// Codes have one byte.
			if (!(entry instanceof Name) || code > 255) continue;
			names.set(code, entry.name);
			code += 1;
		}
		this.names.set(font, names);
		return names;
	}
}
