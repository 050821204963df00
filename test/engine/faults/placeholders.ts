/** Puts what the names in braces stand for in their place, e.g. an address for `{elsewhere}`. */
export function fillPlaceholders<T>(template: T, names: Record<string, string>): T {
	const text = JSON.stringify(template).replace(/\{(\w+)\}/g, (braces, name: string) => {
		return names[name] ?? braces;
	});
	return JSON.parse(text) as T;
}
