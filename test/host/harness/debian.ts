import execa from 'execa';

/**
 * Installs Debian packages, as root or with sudo.
 *
 * @param what subject that needs them, as the beginning of a sentence
 * @throws Error that names the packages, if they can't be installed from here
 */
export async function installPackages(what: string, packages: readonly string[]): Promise<void> {
	const install = `apt-get install -y --no-install-recommends ${packages.join(' ')}`;
	const script = `apt-get update && DEBIAN_FRONTEND=noninteractive ${install}`;
	const isRoot = process.getuid?.() === 0;
	const [shell, ...args] = isRoot ? ['sh', '-c', script] : ['sudo', '-n', 'sh', '-c', script];
	const installed = await execa(shell, args, { reject: false });
	if (installed.failed) throw new Error(`${what}. Install them: sudo ${install}`);
}
