import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer } from 'smtp-server';
import { until } from '../../host/harness/until';

/** A mail server that stores received mails. */
export interface Smtp {
	readonly credential: Record<string, unknown>;
	/** Mail number `count`, once it has arrived. */
	readonly mail: (count?: number) => Promise<Email>;
	/** Number of received mails. */
	readonly count: () => number;
	readonly close: () => Promise<void>;
}

/** Starts a server; `deliver` gets each raw mail before it is confirmed. */
export async function startSmtp(deliver?: (mail: Buffer) => Promise<void>): Promise<Smtp> {
	const mails: Email[] = [];
	const server = new SMTPServer({
		authOptional: true,
		disabledCommands: ['STARTTLS', 'AUTH'],
		onData: (stream, _session, confirm) => {
			const take = async () => {
				const mail = await buffer(stream);
				await deliver?.(mail);
				mails.push(await PostalMime.parse(mail));
			};
			take().then(() => confirm(), confirm);
		},
	});
	const listening = server.listen(0, '127.0.0.1');
	await once(listening, 'listening');
	const { port } = listening.address() as AddressInfo;
	return {
		credential: {
			host: '127.0.0.1',
			port,
			user: '',
			password: '',
			secure: false,
			disableStartTls: true,
		},
		mail: async (count = 1) =>
			await until({ what: `mail ${count} has come` }, () => mails[count - 1]),
		count: () => mails.length,
		close: async () => {
			await new Promise<void>((closed) => server.close(closed));
		},
	};
}
