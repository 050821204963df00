import { readTitle } from '../host/harness/documents';
import { connected, type Cloud } from './servers/cloud/cloud';
import type { DriveFile } from './servers/cloud/google';
import type { CloudMail } from './servers/cloud/mails';
import type { S3 } from './servers/s3';
import type { Sftp } from './servers/sftp';

/** The stand-ins of all sources. */
export interface Servers {
	readonly s3: S3;
	readonly sftp: Sftp;
	readonly cloud: Cloud;
	readonly drive: DriveFile[];
	readonly mails: CloudMail[];
}

interface Refusal {
	readonly fetch?: string;
	readonly file?: string;
}

/** What an unattended example reads and writes, so that one table of situations fits all. */
export interface Place {
	readonly example: string;
	readonly trigger: string;
	/** Parameters of the node Settings that a user sets. */
	readonly settings: Readonly<Record<string, string>>;
	readonly credentials: Readonly<Record<string, Record<string, unknown>>>;
	/** Node parameters that a user sets, by node. */
	readonly parameters?: Readonly<Record<string, Record<string, unknown>>>;
	/** Whether a name can come again with another content, as a new version. */
	readonly hasVersions: boolean;
	/** Puts an original there, or a new version of it. */
	readonly put: (name: string, content: Buffer) => Promise<void>;
	/** Puts a second original of the same name there. */
	readonly putTwin: (name: string, content: Buffer) => Promise<void>;
	/** Refuses to give or take the original or copy of these names, until it is called again. */
	readonly refuse: (what: Refusal) => void | Promise<void>;
	/** The copies' contents. */
	readonly copies: () => Promise<Buffer[]>;
	/** How many originals were fetched; null if the server does not say. */
	readonly fetches: (() => number) | null;
}

/** Titles of the copies, sorted. */
export async function copiedTitles(place: Place): Promise<Array<string | undefined>> {
	const titles = await Promise.all((await place.copies()).map(async (pdf) => await readTitle(pdf)));
	return titles.sort();
}

const GOOGLE = { googleDriveOAuth2Api: connected(), gmailOAuth2: connected() };
const MICROSOFT = {
	microsoftOutlookOAuth2Api: connected({ useShared: false }),
	microsoftOneDriveOAuth2Api: connected(),
};

/** nightly-batch. S3 has one object for each key, so a twin is in another folder. */
export function s3Place({ s3 }: Servers): Place {
	return {
		example: 'nightly-batch',
		trigger: 'Every night',
		settings: {},
		credentials: { s3: s3.credential },
		hasVersions: true,
		put: async (name, content) => await s3.put(`inbox/${name}`, content),
		putTwin: async (name, content) => await s3.put(`inbox/twin/${name}`, content),
		refuse: ({ fetch, file }) =>
			s3.refuse(
				(method, key) =>
					(method === 'GET' && key === `inbox/${fetch}`) ||
					(method === 'PUT' && key === `tagged/${file}`),
			),
		copies: async () => {
			const keys = (await s3.keys()).filter((key) => key.startsWith('tagged/'));
			return await Promise.all(keys.map(async (key) => await s3.get(key)));
		},
		fetches: s3.fetches,
	};
}

/** sftp-folder. Files are old enough to be whole. */
export function sftpPlace({ sftp }: Servers): Place {
	return {
		example: 'sftp-folder',
		trigger: 'Every hour',
		settings: { originals: `${sftp.root}/inbox`, tagged: `${sftp.root}/tagged` },
		credentials: { sftp: sftp.credential },
		hasVersions: true,
		put: async (name, content) => await sftp.put(`inbox/${name}`, content),
		putTwin: async (name, content) => await sftp.put(`inbox/twin/${name}`, content),
		refuse: async ({ fetch, file }) =>
			await sftp.refuse(fetch && `inbox/${fetch}`, file && `tagged/${file}`),
		copies: async () => {
			const paths = (await sftp.list('tagged')).filter((path) => path.endsWith('.pdf'));
			return await Promise.all(paths.map(async (path) => await sftp.get(`tagged/${path}`)));
		},
		fetches: null,
	};
}

function drivePlace({ cloud, drive }: Servers) {
	const nameOf = (id: string) => drive.find((file) => file.id === id)?.name ?? '';
	return {
		settings: { originals: 'Inbox', tagged: 'Tagged' },
		copies: async () =>
			await Promise.resolve(
				drive.filter(({ folder }) => folder === 'Tagged').map(({ content }) => content),
			),
		refuse: ({ fetch, file }: Refusal) =>
			cloud.refuse(({ method, url, body }) => {
				const path = url.split('?')[0] ?? '';
				const id = /\/(?:files|items)\/([^/:]+)(?:\/content)?$/.exec(path)?.[1] ?? '';
				if (method === 'GET') {
					return (
						fetch !== undefined &&
						/alt=media|\/content$/.test(url) &&
						nameOf(id).includes(stem(fetch))
					);
				}
				if (file === undefined || method === 'PATCH') return false;
				const text =
					decodeURIComponent(path) + (Buffer.isBuffer(body) ? '' : JSON.stringify(body ?? {}));
				return text.includes(stem(file)) && text.includes('Tagged');
			}),
		fetches: () =>
			cloud.count(({ method, url }) => method === 'GET' && /alt=media|\/content$/.test(url)),
	};
}

const stem = (name: string) => name.replace(/\.pdf$/i, '');
let ids = 0;

/** google-drive-folder. A drive takes files of one name. */
export function googleDrivePlace(servers: Servers): Place {
	const { drive } = servers;
	const add = (name: string, content: Buffer) =>
		drive.push({
			id: `original-${(ids += 1).toString().padStart(6, '0')}`,
			name,
			folder: 'Inbox',
			content,
		});
	return {
		...drivePlace(servers),
		example: 'google-drive-folder',
		trigger: 'Every 15 minutes',
		credentials: GOOGLE,
		hasVersions: true,
		put: async (name, content) => {
			const known = drive.find((file) => file.folder === 'Inbox' && file.name === name);
			if (known) known.content = content;
			else add(name, content);
			await Promise.resolve();
		},
		putTwin: async (name, content) => {
			add(name, content);
			await Promise.resolve();
		},
	};
}

/** A mailbox of the cloud whose PDFs go into a drive. Each put is a mail of the same minute and subject. */
function mailPlace(servers: Servers) {
	const { mails } = servers;
	const put = async (filename: string, content: Buffer) => {
		const contentType = 'application/pdf';
		const id = `mail-${(ids += 1).toString().padStart(6, '0')}`;
		const logo = { filename: 'logo.png', contentType: 'image/png', content: Buffer.from('PNG') };
		const attachments = [logo, { filename, contentType, content }];
		const received = new Date();
		received.setUTCSeconds(0, 0);
		mails.push({
			id,
			subject: 'Scan from the copier',
			received,
			attachments,
			read: true,
			marks: [],
		});
		await Promise.resolve();
	};
	return {
		...drivePlace(servers),
		trigger: 'Every 15 minutes',
		hasVersions: false,
		put,
		putTwin: put,
	};
}

export function gmailPlace(servers: Servers): Place {
	return {
		...mailPlace(servers),
		example: 'gmail-to-google-drive',
		credentials: GOOGLE,
		parameters: { 'Mark the mail': { labelIds: ['Label_7'] } },
	};
}

export function outlookPlace(servers: Servers): Place {
	return { ...mailPlace(servers), example: 'outlook-to-onedrive', credentials: MICROSOFT };
}
