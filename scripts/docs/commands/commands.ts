import { visit } from 'unist-util-visit';
import type { Page } from '../pages';
import { commandsOf } from './shell';

/** Programs that a page may tell its reader to start. */
const PROGRAM = /^(?:[A-Z_]+=\S+ )*(?:npm|npx|curl|docker|git|\.ci\/run)(?: |$)/;
/** Names of programs. A name alone is not a command. */
const BARE = ['npm', 'git', 'npx', 'curl', 'docker'];

/** Each command that the pages tell their readers to type, and the first page with it. */
export function commandsIn(pages: readonly Page[]): Map<string, string> {
	const found = new Map<string, string>();
	for (const { path, tree } of pages) {
		const add = (command: string) => {
			if (PROGRAM.test(command) && !BARE.includes(command) && !found.has(command))
				found.set(command, path);
		};
		visit(tree, 'inlineCode', ({ value }) => add(value));
		visit(tree, 'code', ({ lang, value }) => {
			if (lang === 'sh') commandsOf(value).forEach(add);
		});
	}
	return found;
}
