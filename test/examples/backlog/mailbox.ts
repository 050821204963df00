import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer } from 'smtp-server';
import { until } from '../../host/harness/until';

/** A mail server that keeps what it gets. */
export interface Mailbox {
	/** Data of n8n's SMTP credential. */
	readonly credential: Readonly<Record<string, unknown>>;
	/** The mail number `count`, counted from 1. */
	readonly mail: (count: number) => Promise<Email>;
	readonly close: () => Promise<void>;
}

/** Starts the mail server; it takes every mail. */
export async function openMailbox(): Promise<Mailbox> {
	const mails: Email[] = [];
	const server = new SMTPServer({
		authOptional: true,
		disabledCommands: ['AUTH', 'STARTTLS'],
		onData: (stream, _session, done) => {
			void buffer(stream)
				.then(async (raw) => mails.push(await PostalMime.parse(raw)))
				.then(() => done(), done);
		},
	});
	const listening = server.listen(0, '127.0.0.1');
	await once(listening, 'listening');
	const { port } = listening.address() as AddressInfo;
	return {
		credential: {
			host: '127.0.0.1',
			port,
			secure: false,
			disableStartTls: true,
			user: '',
			password: '',
		},
		mail: async (count) => await until({ what: `mail ${count} comes` }, () => mails[count - 1]),
		close: async () => {
			const closed = once(listening, 'close');
			server.close();
			await closed;
		},
	};
}
