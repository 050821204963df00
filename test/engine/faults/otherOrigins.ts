import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import { makeCertificate } from '../../certificate';
import { makeDocument } from '../../host/harness/documents';
import { listening } from '../../listening';

/** Addresses other than the service, by their names in the table. */
export interface OtherOrigins {
	/** Host names (with port) by placeholder, e.g. `{elsewhere}`. */
	hosts: Record<string, string>;
	/** Requests that came to `{elsewhere}`, by path. */
	visits: Array<{ path: string; hasAuthorization: boolean }>;
	close: () => Promise<void>;
}

/**
 * - `{elsewhere}`: another origin, which answers every request with a PDF
 * - `{selfsigned}`: an https server with a self-signed certificate
 * - `{refused}`: a reserved port without a server, which no other process gets during the tests
 * - `{unknown}`: a host name that never resolves (RFC 2606)
 */
export async function openOtherOrigins(): Promise<OtherOrigins> {
	const visits: OtherOrigins['visits'] = [];
	const document = await makeDocument('from another origin');
	const elsewhere = createServer((request: IncomingMessage, response: ServerResponse) => {
		const hasAuthorization = request.headers.authorization !== undefined;
		visits.push({ path: request.url ?? '', hasAuthorization });
		response.setHeader('content-type', 'application/pdf').end(document);
	});
	const selfsigned = createSecureServer(makeCertificate('localhost'));
	return {
		hosts: {
			elsewhere: await listening(elsewhere),
			selfsigned: await listening(selfsigned),
			refused: '127.0.0.1:1',
			unknown: 'storage.invalid',
		},
		visits,
		close: async () => {
			await Promise.all([closed(elsewhere), closed(selfsigned)]);
		},
	};
}

async function closed(server: Server): Promise<void> {
	server.closeAllConnections();
	server.close();
	await once(server, 'close');
}
