import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { freePorts } from '../../host/harness/ports';

/**
 * An address in front of a server whose connections can be refused. Each connection first waits for
 * `ready`.
 */
export class TcpProxy {
	/** Connections that were refused here. */
	refusals = 0;
	private acceptsAfterRefusal = false;
	private readonly port: number;

	private constructor(
		private readonly server: Server,
		private readonly sockets: Set<Socket>,
	) {
		this.port = (server.address() as AddressInfo).port;
		subscribe('net.client.socket', this.listener);
	}

	/** At a port of its own, which nobody is given while the proxy refuses connections. */
	static async to(target: string, ready: () => Promise<unknown>): Promise<TcpProxy> {
		const { hostname, port } = new URL(target);
		const sockets = new Set<Socket>();
		const server = createServer((near) => {
			sockets.add(near);
			near.on('error', () => {}).on('close', () => sockets.delete(near));
			void ready().then(() => join(near, connect(Number(port), hostname)));
		});
		server.listen((await freePorts(1))[0], '127.0.0.1');
		await once(server, 'listening');
		return new TcpProxy(server, sockets);
	}

	get url(): string {
		return `http://127.0.0.1:${this.port}`;
	}

	/** Refuses what comes from now on; what is under way goes on. */
	refuse(): void {
		if (this.server.listening) this.server.close();
	}

	/** Takes connections again. */
	async accept(): Promise<void> {
		if (this.server.listening) return;
		this.server.listen(this.port, '127.0.0.1');
		await once(this.server, 'listening');
	}

	/** Takes connections again as soon as one has been refused. */
	acceptAfterRefusal(): void {
		this.acceptsAfterRefusal = true;
	}

	close(): void {
		unsubscribe('net.client.socket', this.listener);
		this.refuse();
		for (const socket of this.sockets) socket.destroy();
	}

	/** A refused connection is seen by the client's socket alone. */
	private readonly listener = (message: unknown) => {
		const { socket } = message as { socket: Socket };
		socket.once('error', (error: NodeJS.ErrnoException & { port?: number }) => {
			if (error.code !== 'ECONNREFUSED' || error.port !== this.port) return;
			this.refusals += 1;
			if (this.acceptsAfterRefusal) void this.accept();
		});
	};
}

/** Makes two sockets one connection: what ends or resets one does the same to the other. */
function join(near: Socket, far: Socket): void {
	near.pipe(far).pipe(near);
	far.on('error', () => near.resetAndDestroy());
	near.on('close', () => far.destroy());
}
