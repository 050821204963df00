import type { ShownText } from '../../content';
import type { Objects } from '../../document';
import { isName, Name, type Dictionary } from '../../syntax';

/** Whether a text is visible, judged by its font. */
export type Visibility = 'visible' | 'blank' | 'doubtful';

/** From this number of different two-byte codes on, some are visible, even without a known mapping. */
const MIN_CERTAIN_CODES = 4;
const BLANK_NAMES = new Set(['space', 'nbspace', 'nonbreakingspace', 'uni0020', 'uni00A0']);
const BLANK_CODES = new Set([0, 9, 10, 12, 13, 32, 160]);

/** Judges texts by their fonts (ISO 32000-1, 9.6, 9.7 and 9.10). */
export class FontCodes {
	private readonly names = new WeakMap<Dictionary, ReadonlyMap<number, string>>();

	constructor(private readonly objects: Objects) {}

	classifyText(text: ShownText, font: Dictionary | undefined): Visibility {
		if (!font) return text.visibleBytes > 0 ? 'visible' : 'blank';
		const blanks = this.findBlankCodes(font);
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
		const codes = new Set<number>();
		for (let at = 0; at + 1 < pairs.length; at += 2) {
			codes.add(pairs.charCodeAt(at) * 256 + pairs.charCodeAt(at + 1));
		}
		if (blanks) return [...codes].some((code) => !blanks.has(code)) ? 'visible' : 'blank';
		if (codes.size >= MIN_CERTAIN_CODES) return 'visible';
		if (!isIdentity) return visibleBytes > 0 ? 'visible' : 'blank';
		return codes.size > 0 ? 'doubtful' : 'blank';
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

	/** The codes that its ToUnicode maps to blanks; undefined without a usable ToUnicode. */
	private findBlankCodes(font: Dictionary): ReadonlySet<number> | undefined {
		return this.objects.getContent(font.get('ToUnicode'))?.blanks;
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
