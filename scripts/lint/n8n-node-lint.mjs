/**
 * Runs `n8n-node lint` in strict mode, as n8n's reviewers do, on a copy of the shipped sources. In place,
 * its configuration (eslint.config.mjs, n8n's template) would also apply to tests and sandbox, which need
 * Node's own modules.
 *
 *     npm run lint:n8n
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdtemp, realpath, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const SHIPPED = [
	'package.json',
	'tsconfig.json',
	'eslint.config.mjs',
	'index.js',
	'nodes',
	'client',
	'pdf',
	'credentials',
	'contract/service.d.ts',
	'icons',
];

const copy = await mkdtemp(join(tmpdir(), 'n8n-node-lint-'));
try {
	for (const path of SHIPPED) await cp(path, join(copy, path), { recursive: true });
	await symlink(await realpath('node_modules'), join(copy, 'node_modules'), 'junction');
	const command = join('node_modules', '@n8n', 'node-cli', 'bin', 'n8n-node.mjs');
	const lint = spawn(process.execPath, [command, 'lint'], { cwd: copy, stdio: 'inherit' });
	const [code] = await once(lint, 'exit');
	if (code === 0) console.log('n8n-node lint: the shipped sources pass');
	process.exitCode = code ?? 1;
} finally {
	await rm(copy, { recursive: true, force: true });
}
