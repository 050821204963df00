import type { PdfDocument } from '../document';
import { Unknown } from '../syntax';
import type { AnswerSheet } from './answerSheet';
import { isDynamicXfa, readMarkInfo, readMetadata } from './catalog';
import { hasTitle } from './metadata';
import type { PageContents } from './page/pageContents';
import type { Structure } from './structure';

/** Results of reading the document; undefined if unknown. */
interface Evidence {
	contents?: PageContents;
	structure?: Structure;
}

/** Finds the facts that only findings need, some of them from earlier answers. */
export async function answerFacts(
	sheet: AnswerSheet,
	requireDocument: () => PdfDocument,
	blocksAssistance: boolean | Unknown,
	{ contents, structure }: Evidence,
): Promise<void> {
	const { known, unknown } = sheet;
	await sheet.answerField('blocksAssistance', () => {
		if (blocksAssistance instanceof Unknown) throw blocksAssistance;
		return blocksAssistance;
	});
	await sheet.answerField('suspects', () => readMarkInfo(requireDocument(), 'Suspects'));
	await sheet.answerField('dynamicXfa', () => isDynamicXfa(requireDocument()));
	await sheet.answerField('metadata', () => readMetadata(requireDocument()) !== undefined);
	await sheet.answerField('metadataTitle', () => hasTitle(readMetadata(requireDocument()) ?? ''));
	await sheet.answerField('textInNotEmbeddedFont', () => {
		if (known.notEmbeddedFonts === 0) return false;
		if (contents?.isFontNotEmbedded === true) return true;
		throw new Unknown(unknown.notEmbeddedFonts ?? 'a font that is not embedded may be unused');
	});
	await sheet.answerField('textWithoutLanguage', () => {
		if ((known.language ?? '') !== '') return false;
		const isNamed = requireDocument().catalog.has('Lang') || structure?.namesLanguage !== false;
		if (contents?.needsLanguage === true && !isNamed) return true;
		throw new Unknown(unknown.language ?? 'parts of it may name a language of their own');
	});
}
