/** Something that was opened and must be closed. */
interface Closable {
	close: () => unknown;
}

/**
 * Closes after each or all tests what is handed to it, the last first, even when a later opening fails.
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
