import { javaVersion, openDataLoader } from './opendataloader';
import { stampEngine } from './stamp';
import type { SandboxOptions } from '../options';

/** What turns a document into a result. */
export interface Engine {
	name: 'opendataloader' | 'stamp';
	/** One line for the start banner: what it does and what it does not. */
	description: string;
	/**
	 * Reads the PDF at `source` and writes the result to `target`.
	 *
	 * @throws when the document cannot be processed, or when the signal aborts
	 */
	tag(source: string, target: string, signal: AbortSignal): Promise<void>;
}

/**
 * The engine a sandbox will use.
 *
 * @throws Error when `opendataloader` is asked for and no Java 11 or newer answers
 */
export async function chooseEngine(choice: SandboxOptions['engine']): Promise<Engine> {
	if (choice === 'stamp') return stampEngine('by choice');
	const java = await javaVersion();
	if (java !== null && java >= 11) return openDataLoader(java);
	const found = java === null ? 'no Java found' : `Java ${java} found`;
	if (choice === 'auto') return stampEngine(found);
	throw new Error(`The engine opendataloader needs Java 11 or newer; ${found}.`);
}
