import type { PdfDocument } from '../document';
import { Unknown } from '../syntax';
import type { AnswerSheet } from './answerSheet';
import { isDynamicXfa, metadataOf, suspectsOf } from './catalog';
import { hasTitle } from './metadata';

/** Answers what only findings need, some of it from answers that are there. */
export async function answerFacts(
	sheet: AnswerSheet,
	readable: () => PdfDocument,
	blocksAssistance: boolean | Unknown,
): Promise<void> {
	const { known, unknown } = sheet;
	await sheet.answer(['blocksAssistance'], () => {
		if (blocksAssistance instanceof Unknown) throw blocksAssistance;
		return { blocksAssistance };
	});
	await sheet.answer(['suspects'], () => ({ suspects: suspectsOf(readable()) }));
	await sheet.answer(['dynamicXfa'], () => ({ dynamicXfa: isDynamicXfa(readable()) }));
	await sheet.answer(['metadata'], () => ({ metadata: metadataOf(readable()) !== undefined }));
	await sheet.answer(['metadataTitle'], () => ({
		metadataTitle: hasTitle(metadataOf(readable()) ?? ''),
	}));
	await sheet.answer(['textInMissingFont'], () => {
		if (known.notEmbeddedFonts === 0) return { textInMissingFont: false };
		throw new Unknown(unknown.notEmbeddedFonts ?? 'a font that is not embedded may be unused');
	});
	await sheet.answer(['textWithoutLanguage'], () => {
		if ((known.language ?? '') !== '') return { textWithoutLanguage: false };
		throw new Unknown(unknown.language ?? 'parts of it may name a language of their own');
	});
}
