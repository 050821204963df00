import { link } from 'node:fs/promises';
import type { Tagger } from './tagger';

/** Returns the document unchanged and unread, whatever its size. */
export const copyTagger: Tagger = {
	name: 'copy',
	description: 'copy: documents come back as they came, each counted as one page',
	countPages: async () => await Promise.resolve(1),
	tag: link,
};
