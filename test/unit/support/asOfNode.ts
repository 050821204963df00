/** Makes the tests of a block see a Node.js of that version, or one without a `navigator`. */
export function asOfNode(version: number | undefined): void {
	const own = Object.getOwnPropertyDescriptor(globalThis, 'navigator');
	beforeEach(() => {
		Reflect.deleteProperty(globalThis, 'navigator');
		if (version === undefined) return;
		const value = { userAgent: `Node.js/${version}` };
		Object.defineProperty(globalThis, 'navigator', { configurable: true, value });
	});
	afterEach(() => {
		Reflect.deleteProperty(globalThis, 'navigator');
		if (own) Object.defineProperty(globalThis, 'navigator', own);
	});
}
