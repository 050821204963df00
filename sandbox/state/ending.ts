import { setMaxListeners } from 'node:events';

/** Creates the controller that aborts everything at once; the number of its listeners is unlimited. */
export function createEnding(): AbortController {
	const ending = new AbortController();
	setMaxListeners(0, ending.signal);
	return ending;
}
