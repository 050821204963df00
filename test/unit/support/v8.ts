/** Makes the tests of a block see V8 as in that Node.js version: `RegExp.escape` came with 24. */
export function asOfNode(version: 22 | 24): void {
	const own = Object.getOwnPropertyDescriptor(RegExp, 'escape');
	beforeEach(() => {
		Reflect.deleteProperty(RegExp, 'escape');
		if (version === 24) Object.defineProperty(RegExp, 'escape', { configurable: true });
	});
	afterEach(() => {
		Reflect.deleteProperty(RegExp, 'escape');
		if (own) Object.defineProperty(RegExp, 'escape', own);
	});
}
