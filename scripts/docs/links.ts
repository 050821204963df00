import { spawnSync } from 'node:child_process';
import { pathsOfPages, ROOT } from './pages';

/** Every link within the repository leads to a file, and to a heading of it where it names one. */
export function checkLinks(): string[] {
	const { status, stderr } = spawnSync(
		'npx',
		[
			...['remark', ...pathsOfPages(), 'CHANGELOG.md', '--frail', '--quiet', '--no-stdout'],
			...['--use', 'remark-gfm', '--use', 'remark-validate-links=repository:false'],
		],
		{ cwd: ROOT, encoding: 'utf8' },
	);
	return status === 0 ? [] : [stderr];
}
