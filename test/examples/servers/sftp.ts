import { chmod, mkdir, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import execa from 'execa';
import { opening } from '../../host/harness/opening';
import { freePorts } from '../../host/harness/ports';
import { startServer } from '../../host/harness/process';
import { until } from '../../host/harness/until';
import { folderOf, give } from './folder';
import { unprivileged } from '../../host/harness/unprivileged';

/** Debian's path; sshd requires an absolute path. */
export const SSHD = '/usr/sbin/sshd';

const DAY_MS = 24 * 60 * 60_000;

/** OpenSSH's SFTP server over a folder. */
export interface Sftp {
	readonly credential: Record<string, unknown>;
	/** Path of the folder, as clients see it. */
	readonly root: string;
	/** Puts a file there that was changed a day ago, and a minute later with each call. */
	readonly put: (path: string, content: Buffer, changed?: Date) => Promise<void>;
	/** Makes a file unreadable, and a path impossible to write to, until it is called again. */
	readonly refuse: (read?: string, write?: string) => Promise<void>;
	/** Empties the folders. */
	readonly empty: () => Promise<void>;
	readonly get: (path: string) => Promise<Buffer>;
	/** Paths of the files in a folder and its subfolders, sorted. */
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
		let puts = 0;
		let refused: { read?: string; write?: string } = {};
		const privateKey = await readFile(join(folder, 'client'), 'utf8');
		return {
			credential: { host: '127.0.0.1', port, username: user.name, privateKey, passphrase: '' },
			root,
			put: async (
				path,
				content,
				changed = new Date(Date.now() - DAY_MS + (puts += 1) * 60_000),
			) => {
				await mkdir(dirname(join(root, path)), { recursive: true });
				await writeFile(join(root, path), content);
				await utimes(join(root, path), changed, changed);
				await give(join(root, 'inbox'), user);
			},
			refuse: async (read, write) => {
				if (refused.read) await chmod(refused.read, 0o600);
				if (refused.write) await rm(refused.write, { recursive: true });
				refused = { read: read && join(root, read), write: write && join(root, write) };
				if (refused.read) await chmod(refused.read, 0o000);
				// A folder of that name is in the way.
				if (refused.write) await mkdir(join(refused.write, 'full'), { recursive: true });
			},
			empty: async () => {
				for (const name of ['inbox', 'tagged']) {
					await rm(join(root, name), { recursive: true });
					await mkdir(join(root, name));
					await give(join(root, name), user);
				}
				refused = {};
			},
			get: async (path) => await readFile(join(root, path)),
			list: async (name) => {
				const all = await readdir(join(root, name), { recursive: true, withFileTypes: true });
				const files = all.filter((each) => each.isFile());
				return files
					.map((each) => relative(join(root, name), join(each.parentPath, each.name)))
					.sort();
			},
			close,
		};
	});
}
