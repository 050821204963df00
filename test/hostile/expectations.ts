import { CLEAN, toldBy } from './judge';
import type { Judged } from './setup';

/** Every document has its own tagged PDF, and the verdict has no findings. */
export function expectDelivered({ execution, verdict }: Judged, documents = 1): void {
	expect(execution.error).toBeUndefined();
	expect(verdict).toEqual(CLEAN);
	const tagged = execution.items().filter(({ binary, json }) => binary?.data && !json.error);
	expect(tagged).toHaveLength(documents);
}

/** The run ends with an error of this text; nothing is leaked, mixed up or lost. */
export function expectRefused(
	{ execution, verdict }: Judged,
	...says: Array<string | RegExp>
): void {
	expect(execution.status).toBe('error');
	expect(verdict).toEqual(CLEAN);
	for (const said of says) {
		if (typeof said === 'string') expect(toldBy(execution)).toContain(said);
		else expect(toldBy(execution)).toMatch(said);
	}
}
