import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import execa from 'execa';

const ROOT = join(__dirname, '..', '..', '..');
const NAME = 'n8n-nodes-tag-pdf';

/** Types of the package's nodes as n8n names them. */
export const NODE_TYPES = {
	tagPdf: `${NAME}.tagPdf`,
	tagPdfTool: `${NAME}.tagPdfTool`,
	tagPdfTrigger: `${NAME}.tagPdfTrigger`,
} as const;

/**
 * Packs the built package as `npm publish` would.
 *
 * @returns path of the tarball, in a temporary folder of its own
 */
export async function packPackage(): Promise<string> {
	const folder = await mkdtemp(join(tmpdir(), 'tag-pdf-pack-'));
	const { stdout } = await execa('npm', ['pack', '--json', '--pack-destination', folder], {
		cwd: ROOT,
	});
	const [{ filename }] = JSON.parse(stdout) as [{ filename: string }];
	return join(folder, filename);
}

/** Where the runner has put the packed package; without it each suite packs it anew. */
export const TARBALL_VARIABLE = 'TAG_PDF_TARBALL';

/** Path of the tarball that this run is about. */
export async function packageUnderTest(): Promise<string> {
	return process.env[TARBALL_VARIABLE] ?? (await packPackage());
}

/** Where n8n puts the package when it is installed from n8n's panel. */
export function packageFolder(home: string): string {
	return join(home, '.n8n', 'nodes', 'node_modules', NAME);
}

/** Unpacks a tarball to where n8n puts what is installed from its panel. */
export async function addPackage(home: string, tarball: string): Promise<void> {
	const folder = packageFolder(home);
	await rm(folder, { recursive: true, force: true });
	await mkdir(folder, { recursive: true });
	await execa('tar', ['-xzf', tarball, '-C', folder, '--strip-components', '1']);
}
