/**
 * Runs a script by Node.js 24, which n8n 2 requires. The first run installs it into the cache folder of the hosts:
 *
 *     tsx test/node24.ts <script> [argument …]
 */
import { spawnSync } from 'node:child_process';
import { installNode } from './host/harness/install';
import { NODE_VERSION } from './host/harness/versions';

/** @returns the path of Node.js 24: this process's, or an installed one */
export async function findNode24(report: (line: string) => void): Promise<string> {
	const [major] = process.versions.node.split('.');
	return major === '24' ? process.execPath : (await installNode(NODE_VERSION, report)).path;
}

async function main(script: string[]): Promise<void> {
	const node = await findNode24(console.log);
	const { status } = spawnSync(node, script, { stdio: 'inherit' });
	process.exitCode = status ?? 1;
}

if (require.main === module) void main(process.argv.slice(2));
