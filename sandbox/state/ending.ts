import { setMaxListeners } from 'node:events';

/** Ends what runs, all of it at once: everything that runs listens, and there may be many. */
export function createEnding(): AbortController {
	const ending = new AbortController();
	setMaxListeners(0, ending.signal);
	return ending;
}
