/** Sets an entry as the newest one of a map, and drops its oldest entries beyond the capacity. */
export function setNewest<Value>(
	map: Map<string, Value>,
	key: string,
	value: Value,
	capacity: number,
): void {
	map.delete(key);
	map.set(key, value);
	for (const oldest of map.keys()) {
		if (map.size <= capacity) return;
		map.delete(oldest);
	}
}
