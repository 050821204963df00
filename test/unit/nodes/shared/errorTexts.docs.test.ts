import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';

import { texts } from '../../../../nodes/shared/errorTexts';
import { describeError } from '../../../../nodes/shared/nodeError';
import { failedRequests, furtherTexts, oneOfEach } from '../../support/everyError';

const ROOT = join(__dirname, '../../../..');
const page = readFileSync(join(ROOT, 'docs/errors.md'), 'utf8');

/** The page's sections, one for each code. */
const sections = page
	.split('\n## ')
	.slice(1)
	.map((section) => {
		const [heading = '', ...lines] = section.split('\n');
		const messages = lines
			.filter((line) => line.startsWith('- '))
			.map((line) => line.slice(2).replace(/ \(or another status\)$/, ''));
		const text = lines.filter((line) => !line.startsWith('- ')).join(' ');
		return { code: heading.replaceAll('`', ''), messages, text };
	});

/** These codes have no messages of their own: each place that finds the fault has its own. */
const OF_MANY_PLACES = ['INVALID_INPUT', 'NOT_A_PDF'];

/** Every message about a document, as an error shows it. A status and a duration stand for all. */
const shown = [...failedRequests.map(({ error }) => error), ...furtherTexts, ...oneOfEach].map(
	(error) => {
		const { code } = error;
		const { message } = describeError(error.addFacts({ fileName: 'x.pdf' }));
		const text = message.replace(/^"x\.pdf": /, '').replace(/answered \d+$/, 'answered 503');
		return { code, message: text.replace(/longer than .*$/, 'longer than 30 minutes') };
	},
);

test('docs/errors.md has a section for every code, in the order of the code', () => {
	expect(sections.map(({ code }) => code)).toEqual(Object.keys(texts));
});

test.each(sections)('$code: its messages, what it costs, and what to do', ({ messages, text }) => {
	expect(messages).not.toEqual([]);
	expect(text).toMatch(/\*\*Cost now:\*\* .+\. +\*\*Running again:\*\* .+\. .+/);
});

test.each(sections.filter(({ code }) => !OF_MANY_PLACES.includes(code)))(
	'$code: every message on the page is one of the node',
	({ code, messages }) => {
		const own = shown.filter((error) => error.code === code).map(({ message }) => message);
		for (const message of messages)
			expect(own).toContain(message.replace(/answered \d+$/, 'answered 503'));
	},
);

test.each(Object.keys(texts))('%s: every message of the node is on the page', (code) => {
	const listed = sections.find((section) => section.code === code)?.messages ?? [];
	const own = shown.filter((error) => error.code === code).map(({ message }) => message);
	const isListed = (message: string) =>
		listed.some((line) => line.replace(/answered \d+$/, 'answered 503') === message);
	const isOfPlace = OF_MANY_PLACES.includes(code);
	expect(own.filter((message) => !isListed(message) && !isOfPlace)).toEqual([]);
});

/** The fixed parts of the messages that a source file gives to its errors. */
function listMessages(path: string): string[] {
	const source = ts.createSourceFile(path, readFileSync(path, 'utf8'), ts.ScriptTarget.Latest);
	const found: string[] = [];
	const collect = (node: ts.Node): void => {
		if (ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node)) found.push(node.text);
		else if (ts.isTemplateExpression(node))
			found.push(node.head.text, ...node.templateSpans.map(({ literal }) => literal.text));
		else if (ts.isConditionalExpression(node)) [node.whenTrue, node.whenFalse].forEach(collect);
	};
	const visit = (node: ts.Node): void => {
		const isNamed =
			(ts.isPropertyAssignment(node) || ts.isVariableDeclaration(node)) &&
			ts.isIdentifier(node.name) &&
			['message', 'what'].includes(node.name.text);
		if (isNamed && node.initializer) collect(node.initializer);
		ts.forEachChild(node, visit);
	};
	visit(source);
	return found.map((text) => text.trim()).filter((text) => /\p{L}{2}.* .*\p{L}{2}/u.test(text));
}

const SOURCES = readdirSync(join(ROOT, 'nodes'), { recursive: true, encoding: 'utf8' })
	.filter(
		(path) => path.endsWith('.ts') && !path.includes('Trigger') && !path.includes('errorTexts'),
	)
	.map((path) => [path, listMessages(join(ROOT, 'nodes', path))] as const)
	.filter(([, messages]) => messages.length > 0);

test.each(SOURCES)('docs/errors.md has the messages of nodes/%s', (_path, messages) => {
	const listed = sections.flatMap((section) => section.messages).join('\n');
	expect(messages.filter((message) => !listed.includes(message))).toEqual([]);
});
