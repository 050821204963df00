import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { freePorts } from '../../host/harness/ports';

/** The open proxies by their ports. */
const proxies = new Map<number, TcpProxy>();

/** A proxy in front of a server that can refuse connections. Each connection first waits for `ready`. */
export class TcpProxy {
	/** Connections that the proxy refused. */
	refusals = 0;
	private acceptsAfterRefusal = false;
	private readonly port: number;

	private constructor(
		private readonly server: Server,
		private readonly sockets: Set<Socket>,
	) {
		this.port = (server.address() as AddressInfo).port;
		if (proxies.size === 0) subscribe('net.client.socket', noticeRefusal);
		proxies.set(this.port, this);
	}

	/** Uses a reserved port, so no other process gets it while the proxy refuses connections. */
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

	/** Refuses new connections; open connections continue. */
	refuse(): void {
		if (this.server.listening) this.server.close();
	}

	/** Accepts connections again. */
	async accept(): Promise<void> {
		if (this.server.listening) return;
		this.server.listen(this.port, '127.0.0.1');
		await once(this.server, 'listening');
	}

	/** Accepts connections again after one refusal. */
	acceptAfterRefusal(): void {
		this.acceptsAfterRefusal = true;
	}

	close(): void {
		proxies.delete(this.port);
		if (proxies.size === 0) unsubscribe('net.client.socket', noticeRefusal);
		this.refuse();
		for (const socket of this.sockets) socket.destroy();
	}

	/** The proxy refused a connection. */
	onRefusal(): void {
		this.refusals += 1;
		if (this.acceptsAfterRefusal) void this.accept();
	}
}

/** Only the client's socket reports a refused connection. One listener per socket serves all proxies. */
function noticeRefusal(message: unknown): void {
	const { socket } = message as { socket: Socket };
	socket.once('error', ({ code, port }: NodeJS.ErrnoException & { port?: number }) => {
		if (code === 'ECONNREFUSED' && port !== undefined) proxies.get(port)?.onRefusal();
	});
}

/** Joins two sockets: when one ends or resets, so does the other. */
function join(near: Socket, far: Socket): void {
	near.pipe(far).pipe(near);
	far.on('error', () => near.resetAndDestroy());
	near.on('close', () => far.destroy());
}
