import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { randomUUID } from 'node:crypto';
import { createTransport, type SendMailOptions } from 'nodemailer';
import { makeCertificate } from '../../certificate';
import { opening } from '../../host/harness/opening';
import { freePorts } from '../../host/harness/ports';
import { startServer } from '../../host/harness/process';
import { until } from '../../host/harness/until';
import { folderOf, give } from './folder';
import { signMail } from './signMail';
import { startSmtp } from './smtp';
import { unprivileged, type User } from '../../host/harness/unprivileged';

export const DOVECOT = '/usr/sbin/dovecot';
const ADDRESS = 'reader@example.com';

/** A mailbox: mails come in by SMTP and are read by IMAP. */
export interface Mailbox {
	/** The data of n8n's credential IMAP. */
	readonly credential: Record<string, unknown>;
	/** The data of n8n's credential SMTP, which needs no user. */
	readonly smtp: Record<string, unknown>;
	/** The address that mails are sent to; any other arrives, too. */
	readonly address: string;
	/** Signs a mail and sends it to the mailbox; resolves once the mail is there. */
	readonly send: (mail: SendMailOptions, isRead?: boolean) => Promise<void>;
	/** Ends the IMAP server; mails still arrive. */
	readonly goAway: () => Promise<void>;
	/** Starts the IMAP server again. */
	readonly comeBack: () => Promise<void>;
	readonly close: () => Promise<void>;
}

/** Starts Dovecot over an empty Maildir, and an SMTP server that delivers into it. */
export async function startMailbox(): Promise<Mailbox> {
	return await opening(async (onClose, close) => {
		const user = await unprivileged();
		const folder = await folderOf(user, onClose);
		const inbox = join(folder, 'Maildir');
		for (const name of ['cur', 'new', 'tmp']) await mkdir(join(inbox, name), { recursive: true });
		const [port = 0] = await freePorts(1);
		const config = join(folder, 'dovecot.conf');
		await writeFile(config, settings(folder, user, port));
		const signer = join(folder, 'signer.pem');
		const { cert, key } = makeCertificate('example.com');
		await writeFile(signer, `${cert}${key}`);
		await give(folder, user);
		const { uid, gid } = user;
		const args = ['-F', '-c', config];
		const start = async () => {
			const started = await startServer({ command: DOVECOT, args, cwd: folder, uid, gid });
			await until({ what: 'Dovecot has started', within: 20_000 }, () => {
				if (!started.alive()) throw new Error(`Dovecot ended:\n${started.lines.join('\n')}`);
				return started.lines.some((line) => line.includes('starting up'));
			});
			return started;
		};
		let server = await start();
		onClose(async () => await server.stop());
		let isRead = false;
		const smtp = await startSmtp(async (mail) => {
			const name = `${Date.now()}.${randomUUID()}.localhost`;
			const draft = join(inbox, 'tmp', name);
			await writeFile(draft, mail);
			await give(draft, user);
			// Maildir's flags are at the end of the name; S means seen.
			await rename(draft, isRead ? join(inbox, 'cur', `${name}:2,S`) : join(inbox, 'new', name));
		});
		onClose(smtp.close);
		const { host, port: smtpPort } = smtp.credential as { host: string; port: number };
		const transport = createTransport({ host, port: smtpPort, ignoreTLS: true });
		return {
			credential: {
				host: '127.0.0.1',
				port,
				user: 'reader',
				password: 'reader',
				secure: false,
				allowUnauthorizedCerts: false,
			},
			smtp: smtp.credential,
			address: ADDRESS,
			send: async (mail, asRead = false) => {
				isRead = asRead;
				const ends = { from: 'sender@example.com', to: ADDRESS };
				await transport.sendMail({
					envelope: ends,
					raw: await signMail({ ...ends, ...mail }, signer),
				});
			},
			goAway: async () => await server.stop(),
			comeBack: async () => {
				server = await start();
			},
			close,
		};
	});
}

/** Settings from Dovecot's manual for users other than root ("Rootless Installation"). */
function settings(folder: string, { name, group, uid, gid }: User, port: number): string {
	return `
		protocols = imap
		listen = 127.0.0.1
		base_dir = ${folder}/run
		log_path = /dev/stderr
		ssl = no
		disable_plaintext_auth = no
		default_internal_user = ${name}
		default_internal_group = ${group}
		default_login_user = ${name}
		first_valid_uid = 1
		mail_location = maildir:${folder}/Maildir
		passdb {
			driver = static
			args = password=reader
		}
		userdb {
			driver = static
			args = uid=${uid} gid=${gid} home=${folder}
		}
		service anvil {
			chroot =
		}
		service imap-login {
			chroot =
			inet_listener imap {
				port = ${port}
			}
			inet_listener imaps {
				port = 0
			}
		}
	`;
}
