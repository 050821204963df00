import { readFile, writeFile } from 'node:fs/promises';
import { PDFBool, PDFDocument, PDFName } from '@cantoo/pdf-lib';
import { withoutEncryption } from './encryption';
import { countPages } from './pages';
import type { Tagger } from './tagger';

/**
 * Adds a note to the document's metadata (Producer), as an incremental update. The bytes before it stay
 * unchanged, unless they are encrypted.
 *
 * @param marked whether the catalogue also marks the document as tagged (`/MarkInfo`)
 */
export async function stamp(
	pdf: Uint8Array,
	note: string,
	{ marked = false } = {},
): Promise<Uint8Array> {
	const document = await PDFDocument.load(await withoutEncryption(pdf), {
		updateMetadata: false,
		forIncrementalUpdate: true,
	});
	document.setProducer(`Document Tagging Service sandbox: ${note}`);
	const { catalog, context } = document;
	if (marked && !catalog.has(PDFName.of('MarkInfo')))
		catalog.set(PDFName.of('MarkInfo'), context.obj({ Marked: PDFBool.True }));
	return await document.save();
}

/** Returns the document unchanged but stamped: quick, and needs no Java. */
export function stampTagger(reason: string): Tagger {
	return {
		name: 'stamp',
		description: `stamp (${reason}): documents come back unchanged but stamped, not tagged`,
		countPages,
		async tag(source, target) {
			await writeFile(target, await stamp(await readFile(source), 'stamped, not tagged'));
		},
	};
}
