import { copyFile, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

const NAME = 'n8n-nodes-floor';

/** Type of its trigger, as n8n names it. */
export const FLOOR_TYPE = `${NAME}.floor`;

/** Installs a community package with an empty trigger into n8n's folder of packages. */
export async function addFloor(home: string): Promise<void> {
	const folder = join(home, '.n8n', 'nodes', 'node_modules', NAME);
	await mkdir(folder, { recursive: true });
	await copyFile(join(__dirname, 'Floor.node.js'), join(folder, 'Floor.node.js'));
	const manifest = { name: NAME, version: '1.0.0', n8n: { nodes: ['Floor.node.js'] } };
	await writeFile(join(folder, 'package.json'), JSON.stringify(manifest));
}
