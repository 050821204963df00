/** Removes what copying may add to an API key: surrounding spaces and a leading `Bearer`. */
export function normalizeApiKey(input: unknown): string {
	return typeof input === 'string' ? input.trim().replace(/^bearer\s+/i, '') : '';
}
