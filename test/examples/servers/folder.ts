import { chown, mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import execa from 'execa';
import { removeFolder } from '../../host/harness/folder';
import type { Close } from '../../host/harness/opening';
import type { User } from '../../host/harness/unprivileged';

/** A temporary folder that belongs to a user; it is removed at the end. */
export async function folderOf(user: User, onClose: (end: Close) => void): Promise<string> {
	const folder = await mkdtemp(join(tmpdir(), 'tag-pdf-server-'));
	onClose(async () => await removeFolder(folder));
	await chown(folder, user.uid, user.gid);
	return folder;
}

/** Makes a user the owner of the files in a folder. */
export async function give(folder: string, user: User): Promise<void> {
	await execa('chown', ['-R', `${user.uid}:${user.gid}`, folder]);
}
