/** Something that was opened and must be closed. */
interface Closable {
	close: () => unknown;
}

/**
 * Closes every value passed to the returned function after each or all tests, last first, even if a later
 * opening fails.
 *
 * @param hook `afterAll` or `afterEach`
 * @returns gives back what it is handed: `const closing = closedBy(afterAll); closing(await open());`
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
