import {
	INITIAL_STATE,
	intersect,
	multiply,
	transformBox,
	type Content,
	type Saved,
} from '../../content';

/** The state of the painting page or form, `level` restored states up. */
export function stateAt(states: readonly Saved[], level: number): Saved {
	return states[Math.max(0, states.length - 1 - level)] ?? INITIAL_STATE;
}

/** The states in which the next stream begins. */
export function statesAfter({ end }: Content, states: readonly Saved[]): readonly Saved[] {
	if (!end) return states;
	const base = stateAt(states, end.level);
	const kept = states.slice(0, Math.max(0, states.length - 1 - end.level));
	const own = end.stack.map(({ clip, font, matrix, renderingMode, size }) => ({
		matrix: multiply(matrix, base.matrix),
		clip: intersect(transformBox(clip, base.matrix), base.clip),
		font: font ?? base.font,
		size: size ?? base.size,
		renderingMode: renderingMode ?? base.renderingMode,
	}));
	return [...kept, ...own];
}
