/** Something that was opened and must be closed. */
interface Closable {
	close: () => unknown;
}

/**
 * Closes what a test opened after each or all tests, last first, even if a later opening fails.
 *
 * @param hook `afterAll` or `afterEach`
 * @returns function that returns its argument: `const closing = closedBy(afterAll); closing(await open());`
 */
export function closedBy(
	hook: (end: () => Promise<void>) => void,
): <T extends Closable>(opened: T) => T {
	const all: Closable[] = [];
	hook(async () => {
		for (const opened of all.splice(0).reverse()) await opened.close();
	});
	return (opened) => {
		all.push(opened);
		return opened;
	};
}
