/** The rules of prose: short sentences, few of them passive, none that begins with a banned word. */
import writeGood from 'write-good';

/** We aim at 25 words. Three more are tolerated, so that no sentence has to be rewritten for a name or a list. */
const MAX_WORDS = 28;
/** Largest share of sentences in the passive voice. */
const MAX_PASSIVE_PERCENT = 25;
/** Any text may have this many passive sentences. */
const MAX_PASSIVES = 5;

/** "What to do with the document" is a label. */
const BANNED = /^\W*(What|Whoever|Whatever|Of|Where|That which)\b(?! to )/;
/** Adjectives that the library takes for verbs in the passive voice. */
const ADJECTIVES = ['damaged', 'done', 'encrypted', 'gone', 'known', 'signed', 'tagged'];
const PASSIVE_ONLY = {
	passive: true,
	weasel: false,
	illusion: false,
	so: false,
	thereIs: false,
	adverb: false,
	tooWordy: false,
	cliches: false,
	whitelist: ADJECTIVES,
};

/** @typedef {{ sentence: import('./sentences.mjs').Sentence, rule: string, reason: string }} Finding */

/** @returns {Finding[]} */
export function checkOpenings(sentences) {
	return sentences.flatMap((sentence) => {
		const [, word] = BANNED.exec(sentence.text) ?? [];
		if (word === undefined || sentence.text.endsWith('?')) return [];
		return [{ sentence, rule: 'opening', reason: `begins with "${word}"` }];
	});
}

/** @returns {Finding[]} */
function checkLengths(sentences) {
	return sentences
		.filter(({ words }) => words > MAX_WORDS)
		.map((sentence) => ({
			sentence,
			rule: 'length',
			reason: `has ${sentence.words} words, more than ${MAX_WORDS}`,
		}));
}

/** Names each passive sentence if there are too many. @returns {Finding[]} */
function checkPassives(sentences) {
	const passives = sentences.filter(({ text }) => isPassive(text));
	const percent = Math.round((100 * passives.length) / sentences.length);
	if (passives.length <= MAX_PASSIVES || percent <= MAX_PASSIVE_PERCENT) return [];
	return passives.map((sentence) => ({
		sentence,
		rule: 'passive',
		reason: `is passive, like ${percent} % of the sentences, more than ${MAX_PASSIVE_PERCENT} %`,
	}));
}

function isPassive(text) {
	return writeGood(text, PASSIVE_ONLY).length > 0;
}

/** @returns {Finding[]} */
export function checkAll(sentences) {
	return [...checkOpenings(sentences), ...checkLengths(sentences), ...checkPassives(sentences)];
}
