import { mkdir, mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import execa from 'execa';

/** A package as n8n's panel installs it: with its dependencies, without their scripts. */
export interface Installed {
	/** Name and version. */
	name: string;
	/** Where its package.json is. */
	folder: string;
	/** Of the tarball. */
	packedKb: number;
	/** In the tarball. */
	files: number;
}

/**
 * Packs and installs packages, each in a folder of its own, beside the same n8n-workflow.
 *
 * @param specs what npm can pack: names with versions, or paths of tarballs
 * @param workflow folder of n8n-workflow
 */
export async function install(specs: readonly string[], workflow: string) {
	const root = await mkdtemp(join(tmpdir(), 'tag-pdf-weight-'));
	const packages: Installed[] = [];
	for (const [at, spec] of specs.entries()) {
		const place = join(root, String(at));
		await mkdir(join(place, 'node_modules'), { recursive: true });
		packages.push(await installOne(spec, place, workflow));
	}
	return { packages, remove: async () => await rm(root, { recursive: true }) };
}

async function installOne(spec: string, place: string, workflow: string): Promise<Installed> {
	const packing = ['pack', spec, '--json', '--pack-destination', place, '--ignore-scripts'];
	const { stdout } = await execa('npm', packing, { cwd: place });
	const [packed] = JSON.parse(stdout) as [
		{ name: string; version: string; filename: string; size: number; entryCount: number },
	];
	const tarball = join(place, packed.filename.replace('@', '').replace('/', '-'));
	const quiet = ['--no-audit', '--no-fund', '--ignore-scripts', '--legacy-peer-deps'];
	await execa('npm', ['install', tarball, '--prefix', place, ...quiet], { cwd: place });
	const own = join(place, 'node_modules', 'n8n-workflow');
	await rm(own, { recursive: true, force: true });
	await symlink(workflow, own, 'dir');
	return {
		name: `${packed.name} ${packed.version}`,
		folder: join(place, 'node_modules', ...packed.name.split('/')),
		packedKb: packed.size / 1_000,
		files: packed.entryCount,
	};
}
