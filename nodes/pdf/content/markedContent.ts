const MAX_DEPTH = 256;
/** Maximum number of nested layers; if there are more, the inner ones count. */
const MAX_LAYERS = 4;

/** A marked-content sequence. */
interface Sequence {
	isMarked: boolean;
	mayNameLanguage: boolean;
	/** Name of its optional content. */
	layer?: string;
}

const NO_LAYERS: readonly string[] = [];

/** Tracks marked-content sequences (ISO 32000-1, 14.6): whether content is tagged, or an artifact. */
export class MarkedContent {
	private readonly open: Sequence[] = [];
	private marks = 0;
	private languages = 0;
	private layerCount = 0;
	private cachedLayers?: readonly string[];
	private uncountedDepth = 0;

	get isMarked(): boolean {
		return this.marks > 0;
	}

	/** Whether content here is not an artifact, and no sequence around it could name its language (14.9.2). */
	get needsLanguage(): boolean {
		return this.languages === 0 && this.uncountedDepth === 0;
	}

	/** Names of the optional content that encloses the current place. */
	get layers(): readonly string[] {
		if (this.layerCount === 0) return NO_LAYERS;
		this.cachedLayers ??= this.open.flatMap(({ layer }) => layer ?? []).slice(-MAX_LAYERS);
		return this.cachedLayers;
	}

	/** @param names the names among the operands: a tag, and properties, or << and their keys */
	runOperator(operator: string, names: readonly string[]): void {
		const [tag, properties] = names;
		if (operator === 'BMC') {
			this.beginSequence({ isMarked: tag === 'Artifact', mayNameLanguage: tag === 'Artifact' });
		}
		if (operator === 'BDC') {
			const layer = tag === 'OC' ? properties : undefined;
			this.beginSequence({
				isMarked: isMark(names),
				mayNameLanguage: mayNameLanguage(names),
				layer,
			});
		}
		if (operator === 'EMC') this.endSequence();
	}

	private beginSequence(sequence: Sequence): void {
		if (this.open.length === MAX_DEPTH) {
			this.uncountedDepth += 1;
			return;
		}
		this.open.push(sequence);
		this.count(sequence, 1);
	}

	private endSequence(): void {
		if (this.uncountedDepth > 0) {
			this.uncountedDepth -= 1;
			return;
		}
		const sequence = this.open.pop();
		if (sequence) this.count(sequence, -1);
	}

	private count({ isMarked, layer, mayNameLanguage }: Sequence, change: 1 | -1): void {
		if (isMarked) this.marks += change;
		if (mayNameLanguage) this.languages += change;
		if (layer === undefined) return;
		this.layerCount += change;
		this.cachedLayers = undefined;
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
