/** Replaces the names in braces with their values, e.g. `{elsewhere}` with an address. */
export function fillPlaceholders<T>(template: T, names: Record<string, string>): T {
	const text = JSON.stringify(template).replace(/\{(\w+)\}/g, (braces, name: string) => {
		return names[name] ?? braces;
	});
	return JSON.parse(text) as T;
}
