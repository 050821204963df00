/** An API key without what copying adds: spaces around it, and `Bearer` before it. */
export function normalizeApiKey(input: unknown): string {
	return typeof input === 'string' ? input.trim().replace(/^bearer\s+/i, '') : '';
}
