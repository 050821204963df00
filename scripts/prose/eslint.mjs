/** Plugin of ESLint: the rules of prose for comments, and for texts that users see. */
import { checkAll, checkOpenings } from './rules.mjs';
import { sentencesOf } from './sentences.mjs';

/** Shorter texts are names and labels. */
const MIN_WORDS = 4;
const TAG = /^@\w+( \{[^}]*\})?( \[?[\w.]+\]?)?/;

export default {
	rules: {
		comments: { meta: { schema: [] }, create: checkComments },
		texts: { meta: { schema: [] }, create: checkTexts },
	},
};

/** No sentence of a comment may begin with a banned word. */
function checkComments({ report, sourceCode }) {
	return {
		Program() {
			for (const { line, text } of blocksOf(sourceCode.getAllComments()).flatMap(paragraphsOf))
				for (const finding of checkOpenings(sentencesOf(text)))
					report({
						loc: { line: line + finding.sentence.first.position.start.line - 1, column: 0 },
						message: messageOf(finding),
					});
		},
	};
}

/** Strings of one file are checked together, because a share of passive sentences needs many. */
function checkTexts({ report }) {
	const found = [];
	const add = (node, text) => {
		const prose = text.replaceAll(/<[^>]+>/g, ' ');
		for (const sentence of sentencesOf(prose)) {
			if (sentence.words < MIN_WORDS) continue;
			found.push({ ...sentence, node });
		}
	};
	return {
		Literal(node) {
			if (typeof node.value === 'string') add(node, node.value);
		},
		TemplateLiteral(node) {
			add(node, node.quasis.map(({ value }) => value.cooked ?? '').join('X'));
		},
		'Program:exit'() {
			for (const finding of checkAll(distinct(found)))
				report({ node: finding.sentence.node, message: messageOf(finding) });
		},
	};
}

/** Joins line comments that follow each other. */
function blocksOf(comments) {
	const blocks = [];
	for (const comment of comments) {
		const last = blocks.at(-1)?.at(-1);
		const follows =
			comment.type === 'Line' &&
			last?.type === 'Line' &&
			last.loc.start.line === comment.loc.start.line - 1;
		if (follows) blocks.at(-1).push(comment);
		else blocks.push([comment]);
	}
	return blocks;
}

/** The text of comments without their marks, and its first line. A tag of JSDoc begins a paragraph. */
function paragraphsOf(comments) {
	const paragraphs = [];
	const lines = comments.flatMap(({ value }) => value.split('\n'));
	lines.forEach((marked, index) => {
		const text = marked.replace(/^\s*\**/, '').trim();
		if (index === 0 || text.startsWith('@'))
			paragraphs.push({ line: comments[0].loc.start.line + index, text: text.replace(TAG, '') });
		else paragraphs.at(-1).text += `\n${text}`;
	});
	return paragraphs;
}

function distinct(sentences) {
	return [...new Map(sentences.map((sentence) => [sentence.text, sentence])).values()];
}

function messageOf({ sentence, rule, reason }) {
	return `The sentence ${reason} (${rule}): ${sentence.text}`;
}
