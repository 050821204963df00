import { createHash, randomUUID } from 'node:crypto';
import { join } from 'node:path';
import execa from 'execa';
import type { Host, HostOrder } from './host';
import { startServer, type Server } from './process';
import { QUIET_SETTINGS } from './settings';
import { cacheFolder } from './versions';

/** Name of the image under test, and the version of its n8n; the runner sets both. */
export const IMAGE_VARIABLE = 'TAG_PDF_IMAGE';
export const IMAGE_VERSION_VARIABLE = 'TAG_PDF_IMAGE_VERSION';

const STOP_TIMEOUT_S = 15;

/**
 * Reads the version of the n8n in an image. Docker downloads the image first.
 *
 * @throws Error if there is no Docker, or the image reports no version
 */
export async function readImageVersion(image: string): Promise<string> {
	const said = await docker('run', '--rm', image, '--version');
	const [version] = /^\d+\.\d+\.\d+\S*$/m.exec(said) ?? [];
	if (!version) throw new Error(`${image} does not tell the version of n8n, but: ${said}`);
	return version;
}

/**
 * An n8n in containers on the network of this machine, which Docker offers on Linux only. Its user folder
 * has the same path inside and outside, so the tests can write packages and documents there.
 */
export async function containerHost(image: string, n8n: string): Promise<Host> {
	const id = (await docker('image', 'inspect', '--format', '{{.Id}}', image)).trim();
	const hash = createHash('sha256').update(id).digest('hex').slice(0, 12);
	return {
		n8n,
		folder: join(cacheFolder(), `image-${n8n}-${hash}`),
		// n8n 3 loads only verified packages by default.
		settings: { ...QUIET_SETTINGS, N8N_UNVERIFIED_PACKAGES_ENABLED: 'true' },
		start: async (order) => await startContainer(image, order),
	};
}

async function startContainer(image: string, order: HostOrder): Promise<Server> {
	const name = `tag-pdf-${randomUUID()}`;
	const args = runArguments(name, image, order);
	const server = await startServer({ command: 'docker', args, cwd: order.home });
	// The Docker client can end while its container keeps running.
	const end = async (...how: string[]) => {
		if (server.alive()) await docker(...how, name);
		await server.ended;
	};
	return {
		...server,
		stop: async () => await end('stop', '--time', String(STOP_TIMEOUT_S)),
		kill: async () => await end('kill'),
	};
}

function runArguments(name: string, image: string, { args, env, home }: HostOrder): string[] {
	const [uid = 0, gid = 0] = [process.getuid?.(), process.getgid?.()];
	const settings = Object.entries({ HOME: home, ...env });
	return [
		...['run', '--rm', '--init', '--name', name, '--network', 'host'],
		...['--user', `${uid}:${gid}`, '--volume', `${home}:${home}`, '--workdir', home],
		...settings.flatMap(([setting, value]) => ['--env', `${setting}=${value}`]),
		image,
		...args,
	];
}

async function docker(...args: string[]): Promise<string> {
	try {
		return (await execa('docker', args)).stdout;
	} catch (error) {
		const { code, stderr = '' } = error as { code?: string; stderr?: string };
		if (code === 'ENOENT') throw new Error('There is no docker on this machine.');
		throw new Error(`docker ${args.join(' ')} did not succeed:\n${stderr}`);
	}
}
