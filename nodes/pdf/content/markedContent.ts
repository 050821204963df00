const DEEPEST = 256;

/** Follows marked-content sequences (ISO 32000-1, 14.6): whether content is tagged, or an artifact. */
export class MarkedContent {
	private readonly open: boolean[] = [];
	private marks = 0;
	private deeper = 0;

	get isMarked(): boolean {
		return this.marks > 0;
	}

	/** @param names the names among the operands: a tag, and properties, or << and their keys */
	operate(operator: string, names: readonly string[]): void {
		if (operator === 'BMC') this.begin(names[0] === 'Artifact');
		if (operator === 'BDC') this.begin(isMark(names));
		if (operator === 'EMC') this.end();
	}

	private begin(isMark: boolean): void {
		if (this.open.length === DEEPEST) {
			this.deeper += 1;
			return;
		}
		this.open.push(isMark);
		if (isMark) this.marks += 1;
	}

	private end(): void {
		if (this.deeper > 0) this.deeper -= 1;
		else if (this.open.pop() === true) this.marks -= 1;
	}
}

/** Properties that are named stand in the resources; those of optional content (8.11) mark nothing. */
function isMark([tag, ...others]: readonly string[]): boolean {
	if (tag === 'Artifact') return true;
	return tag !== 'OC' && (others.includes('MCID') || (others.length === 1 && others[0] !== '<<'));
}
