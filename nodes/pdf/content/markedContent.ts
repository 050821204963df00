import type { Marks } from './content';

const MAX_DEPTH = 256;
/** Maximum number of nested layers; if there are more, the inner ones count. */
const MAX_LAYERS = 4;

const NO_MARKS: Marks = { isMarked: false, needsLanguage: true, layers: [] };

/** Tracks marked-content sequences (ISO 32000-1, 14.6): whether content is tagged, or an artifact. */
export class MarkedContent {
	/** For each open sequence, its marks and those of the sequences around it. */
	private readonly open: Marks[] = [];
	private uncountedDepth = 0;

	/** The marks of content at the current place. */
	get marks(): Marks {
		const marks = this.open.at(-1) ?? NO_MARKS;
		return this.uncountedDepth === 0 ? marks : { ...marks, needsLanguage: false };
	}

	/** @param names the names among the operands: a tag, and properties, or << and their keys */
	runOperator(operator: string, names: readonly string[]): void {
		if (operator === 'BDC') this.beginSequence(names);
		// It has no properties.
		if (operator === 'BMC') this.beginSequence([names[0] ?? '', '<<']);
		if (operator === 'EMC') this.endSequence();
	}

	private beginSequence(names: readonly string[]): void {
		if (this.open.length === MAX_DEPTH) {
			this.uncountedDepth += 1;
			return;
		}
		const { isMarked, layers, needsLanguage } = this.open.at(-1) ?? NO_MARKS;
		const [tag, properties] = names;
		const hasLayer = tag === 'OC' && properties !== undefined;
		this.open.push({
			isMarked: isMarked || isMark(names),
			needsLanguage: needsLanguage && !mayNameLanguage(names),
			layers: hasLayer ? [...layers, properties].slice(-MAX_LAYERS) : layers,
		});
	}

	private endSequence(): void {
		if (this.uncountedDepth > 0) this.uncountedDepth -= 1;
		else this.open.pop();
	}
}

/** Named properties are in the resources. Properties of optional content (8.11) mark nothing. */
function isMark([tag, ...others]: readonly string[]): boolean {
	if (tag === 'Artifact') return true;
	return tag !== 'OC' && (others.includes('MCID') || (others.length === 1 && others[0] !== '<<'));
}

/** Artifacts need no language. Named properties are not looked up, so they may name a language. */
function mayNameLanguage([tag, ...others]: readonly string[]): boolean {
	return tag === 'Artifact' || others[0] !== '<<' || others.includes('Lang');
}
