import {
	INITIAL_STATE,
	intersect,
	multiply,
	transformBox,
	type Box,
	type Content,
	type SavedState,
} from '../../content';
import type { Dictionary } from '../../syntax';

/** Context of a content stream: its resources, its area, and the states in which it begins. */
export interface Surface {
	resources: Dictionary;
	area: Box;
	states: readonly SavedState[];
	/** False for forms, which may begin with another text rendering mode. */
	isPage?: boolean;
}

/** The state of the painting page or form after it has restored `level` states. */
export function getStateAt(states: readonly SavedState[], level: number): SavedState {
	return states[Math.max(0, states.length - 1 - level)] ?? INITIAL_STATE;
}

/** The states in which the next stream begins. */
export function computeEndStates(
	{ endState }: Content,
	states: readonly SavedState[],
): readonly SavedState[] {
	if (!endState) return states;
	const base = getStateAt(states, endState.level);
	const kept = states.slice(0, Math.max(0, states.length - 1 - endState.level));
	const own = endState.stack.map(({ clip, font, matrix, renderingMode, size }) => ({
		matrix: multiply(matrix, base.matrix),
		clip: intersect(transformBox(clip, base.matrix), base.clip),
		font: font ?? base.font,
		size: size ?? base.size,
		renderingMode: renderingMode ?? base.renderingMode,
	}));
	return [...kept, ...own];
}
