import type { SandboxOptions } from '../options';
import { copyTagger } from './copy';
import { javaVersion, openDataLoader } from './opendataloader';
import { stampTagger } from './stamp';
import type { Tagger } from './tagger';

/**
 * Returns the tagger for a sandbox.
 *
 * @throws Error when `opendataloader` is requested and no Java 11 or newer is found
 */
export async function chooseTagger(choice: SandboxOptions['tagger']): Promise<Tagger> {
	if (choice === 'copy') return copyTagger;
	if (choice === 'stamp') return stampTagger('by choice');
	const java = await javaVersion();
	if (java !== null && java >= 11) return openDataLoader(java);
	const found = java === null ? 'no Java found' : `Java ${java} found`;
	if (choice === 'auto') return stampTagger(found);
	throw new Error(`The tagger opendataloader needs Java 11 or newer; ${found}.`);
}
