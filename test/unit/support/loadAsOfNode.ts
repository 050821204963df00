/** Loads modules again, as if in a Node.js of that version, or in one without a `navigator`. */
export async function loadAsOfNode<T>(
	version: number | undefined,
	load: () => Promise<T>,
): Promise<T> {
	const own = Object.getOwnPropertyDescriptor(globalThis, 'navigator');
	const loaded: T[] = [];
	Reflect.deleteProperty(globalThis, 'navigator');
	if (version !== undefined) {
		const value = { userAgent: `Node.js/${version}` };
		Object.defineProperty(globalThis, 'navigator', { configurable: true, value });
	}
	try {
		await jest.isolateModulesAsync(async () => void loaded.push(await load()));
	} finally {
		Reflect.deleteProperty(globalThis, 'navigator');
		if (own) Object.defineProperty(globalThis, 'navigator', own);
	}
	return loaded[0] as T;
}
