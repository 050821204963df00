import { userInfo } from 'node:os';
import execa from 'execa';

/** Whom a server runs as. */
export interface User {
	readonly name: string;
	readonly group: string;
	readonly uid: number;
	readonly gid: number;
}

/** This user, or another one if this user is root, because databases, mail and SSH servers refuse to run as root. */
export async function unprivileged(insteadOfRoot = 'nobody'): Promise<User> {
	const { uid, gid, username } = userInfo();
	const name = uid === 0 ? insteadOfRoot : username;
	const id = async (flag: string) => (await execa('id', [flag, name])).stdout;
	const group = await id('-gn');
	if (uid !== 0) return { name, group, uid, gid };
	return { name, group, uid: Number(await id('-u')), gid: Number(await id('-g')) };
}
