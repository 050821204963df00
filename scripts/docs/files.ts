import { visit } from 'unist-util-visit';
import type { Page } from './pages';
import { isMissing } from './paths';

/** Files and folders that a page names in its text but that do not exist; remark checks only links. */
export function missingFiles(pages: readonly Page[]): string[] {
	const missing: string[] = [];
	for (const { path, tree } of pages)
		visit(tree, 'inlineCode', ({ value }) => {
			if (isMissing(value)) missing.push(`${path}: there is no ${value}`);
		});
	return missing;
}
