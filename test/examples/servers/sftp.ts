import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import execa from 'execa';
import { opening } from '../../host/harness/opening';
import { freePorts } from '../../host/harness/ports';
import { startServer } from '../../host/harness/process';
import { until } from '../../host/harness/until';
import { folderOf, give } from './folder';
import { unprivileged } from '../../host/harness/unprivileged';

/** Debian's path; sshd requires an absolute path. */
export const SSHD = '/usr/sbin/sshd';

/** OpenSSH's SFTP server over a folder. */
export interface Sftp {
	readonly credential: Record<string, unknown>;
	/** Path of the folder, as clients see it. */
	readonly root: string;
	readonly put: (path: string, content: Buffer) => Promise<void>;
	readonly get: (path: string) => Promise<Buffer>;
	readonly list: (folder: string) => Promise<string[]>;
	readonly close: () => Promise<void>;
}

/** Starts a server with the folders `inbox` and `tagged` and a new key for them. */
export async function startSftp(): Promise<Sftp> {
	return await opening(async (onClose, close) => {
		const user = await unprivileged();
		const folder = await folderOf(user, onClose);
		const [port = 0] = await freePorts(1);
		const root = join(folder, 'files');
		for (const name of ['inbox', 'tagged']) await mkdir(join(root, name), { recursive: true });
		for (const name of ['host', 'client']) {
			await execa('ssh-keygen', ['-q', '-t', 'ed25519', '-N', '', '-f', join(folder, name)]);
		}
		const config = join(folder, 'sshd_config');
		const settings = {
			ListenAddress: `127.0.0.1:${port}`,
			HostKey: join(folder, 'host'),
			AuthorizedKeysFile: join(folder, 'client.pub'),
			PidFile: 'none',
			// The keys are in a temporary folder, which others may write to.
			StrictModes: 'no',
			// Otherwise sshd reads the shadow file, which this user may not read.
			UsePAM: 'yes',
			PasswordAuthentication: 'no',
			Subsystem: 'sftp internal-sftp',
			ForceCommand: 'internal-sftp',
		};
		const lines = Object.entries(settings).map(([name, value]) => `${name} ${value}\n`);
		await writeFile(config, lines.join(''));
		await give(folder, user);
		const args = ['-D', '-e', '-f', config];
		const { uid, gid } = user;
		const server = await startServer({ command: SSHD, args, cwd: folder, uid, gid });
		onClose(server.stop);
		await until({ what: 'sshd listens', within: 20_000 }, () => {
			if (!server.alive()) throw new Error(`sshd ended:\n${server.lines.join('\n')}`);
			return server.lines.some((line) => line.includes('Server listening'));
		});
		const privateKey = await readFile(join(folder, 'client'), 'utf8');
		return {
			credential: { host: '127.0.0.1', port, username: user.name, privateKey, passphrase: '' },
			root,
			put: async (path, content) => {
				await writeFile(join(root, path), content);
				await give(join(root, path), user);
			},
			get: async (path) => await readFile(join(root, path)),
			list: async (name) => (await readdir(join(root, name))).sort(),
			close,
		};
	});
}
