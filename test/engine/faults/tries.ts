import type { FlowStep } from './cell';

/** Tries of a step whose fault lasts: more for paid steps (`client/limits.ts`). */
export const ALL_TRIES: Record<FlowStep, number> = {
	createUpload: 4,
	store: 4,
	submitJob: 7,
	getJob: 7,
	getResult: 7,
	download: 7,
};
