/**
 * Plugin of remark that checks the prose of a page. Code, tables, headings and pictures do not count, and
 * the generated pages of docs/evidence/ are not checked.
 */
import { toNlcst } from 'mdast-util-to-nlcst';
import { ParseEnglish } from 'parse-english';
import { checkAll } from './rules.mjs';
import { sentencesIn } from './sentences.mjs';

const GENERATED = /(^|\/)docs\/evidence\//;
const IGNORED = ['code', 'heading', 'html', 'image', 'table'];

export default function prose() {
	return (tree, file) => {
		if (GENERATED.test(file.path ?? '')) return;
		const sentences = sentencesIn(toNlcst(tree, file, ParseEnglish, { ignore: IGNORED }));
		for (const { sentence, rule, reason } of checkAll(sentences))
			file.message(`The sentence ${reason}: ${sentence.text}`, {
				place: sentence.first.position,
				ruleId: rule,
				source: 'prose',
			});
	};
}
