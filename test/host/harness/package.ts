import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import execa from 'execa';

const ROOT = join(__dirname, '..', '..', '..');
const NAME = 'n8n-nodes-tag-pdf';

/** Types of the package's nodes, with n8n's names. */
export const NODE_TYPES = {
	tagPdf: `${NAME}.tagPdf`,
	tagPdfTool: `${NAME}.tagPdfTool`,
	tagPdfTrigger: `${NAME}.tagPdfTrigger`,
} as const;

/**
 * Packs the built package as `npm publish` would.
 *
 * @returns path of the tarball, in a new temporary folder
 */
export async function packPackage(): Promise<string> {
	const folder = await mkdtemp(join(tmpdir(), 'tag-pdf-pack-'));
	const { stdout } = await execa('npm', ['pack', '--json', '--pack-destination', folder], {
		cwd: ROOT,
	});
	const [{ filename }] = JSON.parse(stdout) as [{ filename: string }];
	return join(folder, filename);
}

/** Path of the tarball that the runner packed; if it is not set, each suite packs a new tarball. */
export const TARBALL_VARIABLE = 'TAG_PDF_TARBALL';

/** Path of the tarball under test. */
export async function packageUnderTest(): Promise<string> {
	return process.env[TARBALL_VARIABLE] ?? (await packPackage());
}

/** Folder of packages that are installed from n8n's panel. */
function packageFolder(home: string): string {
	return join(home, '.n8n', 'nodes', 'node_modules', NAME);
}

/** Unpacks a tarball into the folder of packages that are installed from n8n's panel. */
export async function addPackage(home: string, tarball: string): Promise<void> {
	const folder = packageFolder(home);
	await rm(folder, { recursive: true, force: true });
	await mkdir(folder, { recursive: true });
	await execa('tar', ['-xzf', tarball, '-C', folder, '--strip-components', '1']);
}

/**
 * Replaces a text in a compiled file of the installed package, as another build of the package has it.
 *
 * @param file path in the package, e.g. `dist/client.js`
 * @throws Error if the file does not have the text
 */
export async function changePackage(
	home: string,
	file: string,
	from: string,
	to: string,
): Promise<void> {
	const path = join(packageFolder(home), file);
	const text = await readFile(path, 'utf8');
	if (!text.includes(from)) throw new Error(`${file} does not contain ${from}`);
	await writeFile(path, text.replace(from, to));
}
