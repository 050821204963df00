import type { NullableAnswers, Recommendation } from './inspection';

type Reason = [recommendation: Recommendation, reason: string];

/**
 * Recommends what to do with a document. `skip` needs full evidence: otherwise a document that only claims
 * to be tagged would be skipped, and nobody would notice.
 */
export function recommend(known: NullableAnswers): {
	recommendation: Recommendation;
	reasons: string[];
} {
	const doubts = listDoubts(known);
	if (doubts.length > 0) return { recommendation: 'review', reasons: doubts };
	const [recommendation, reason] = recommendWithoutDoubts(known);
	return { recommendation, reasons: [reason] };
}

function listDoubts(known: NullableAnswers): string[] {
	const doubts: Array<[boolean, string]> = [
		[known.opensWithoutPassword === false, 'It needs a password to open'],
		[known.opensWithoutPassword === null, 'Whether it opens without a password is not known'],
		[known.pages === null, 'The number of pages is not known'],
		[known.pages === 0, 'It has no pages'],
		[known.tagged === null, 'Whether it is tagged is not known'],
		[known.signed === true, 'It is signed, and tagging breaks a signature'],
		[known.signed === null, 'Whether it is signed is not known'],
		[known.form === 'xfa', 'It has an XFA form, which is not PDF content'],
		[known.text === null, 'Whether its pages show text is not known'],
		...listTagDoubts(known),
	];
	return doubts.filter(([applies]) => applies).map(([, reason]) => reason);
}

/** Doubts about tags, and about pages without text. */
function listTagDoubts(known: NullableAnswers): Array<[boolean, string]> {
	return [
		[
			known.marked === true && known.text === 'none',
			'It claims to be tagged, but no page shows text',
		],
		[
			known.marked === true && known.tagged === false,
			'It claims to be tagged, but has no structure elements',
		],
		[
			known.tagged === true && (known.imageOnlyPages ?? 1) > 0,
			'It is tagged, but some pages are images without text',
		],
		[
			known.tagged === true && known.untaggedPages !== 0,
			'It is tagged, but some pages show text that is not tagged',
		],
		[
			known.tagged === false && known.text === 'none' && known.imageOnlyPages === 0,
			'No page shows text or an image',
		],
		[
			known.tagged === false && known.text !== 'none' && (known.drawingPages ?? 1) > 0,
			'Some pages show only drawings, which have no text',
		],
		[known.tagged === true && known.damaged !== false, 'It is tagged, but the file is damaged'],
		[
			known.structureElements !== null && known.structureElements > 0 && known.marked === false,
			'It has structure elements, but does not claim to be tagged',
		],
	];
}

function recommendWithoutDoubts({ encrypted, imageOnlyPages, tagged }: NullableAnswers): Reason {
	if (tagged === true) return ['skip', 'It is tagged, and its pages show text'];
	if (encrypted === true)
		return ['review', 'It is encrypted, although it opens without a password'];
	return (imageOnlyPages ?? 0) > 0
		? ['tagWithOcr', 'It is not tagged, and some pages are images without text']
		: ['tag', 'It is not tagged'];
}
