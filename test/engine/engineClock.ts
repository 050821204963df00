import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { Socket } from 'node:net';

import type * as RuntimeModule from '../../nodes/shared/n8nRuntime';
import type { SandboxOptions } from '../../sandbox';
import { VirtualClock } from '../unit/support/virtualClock';

/** Every open connection of this process, of clients and servers. */
const sockets = new Set<Socket>();
const remember = (message: unknown) => {
	const { socket } = message as { socket: Socket };
	sockets.add(socket);
	socket.once('close', () => sockets.delete(socket));
};
const CHANNELS = ['net.client.socket', 'net.server.socket'];
for (const channel of CHANNELS) subscribe(channel, remember);
// The channels belong to the process, in which jest runs other files later.
afterAll(() => CHANNELS.forEach((channel) => unsubscribe(channel, remember)));

/** Whether bytes, or the end of a connection, are on their way between two ends in this process. */
function isUnderWay(): boolean {
	const ends = new Map([...sockets].map((end) => [`${end.localPort} ${end.remotePort}`, end]));
	return [...ends.values()].some((end) => {
		const other = ends.get(`${end.remotePort} ${end.localPort}`);
		return end.connecting || !other || end.bytesWritten !== other.bytesRead;
	});
}

/** Resources of Node.js that are at work, unlike a connection that waits. */
const AT_WORK =
	/^(FS|CloseReq|FILEHANDLECLOSEREQ|GetAddrInfo|GETADDRINFO|TCPConnect|Process|Zlib|ZLIB)/;
/** Reads of inflated data under way: Node.js does not list them among the resources. */
let inflating = 0;
globalThis.DecompressionStream = class extends DecompressionStream {
	override get readable() {
		const readable = super.readable;
		const getReader = readable.getReader.bind(readable) as () => ReadableStreamDefaultReader;
		const getCounted = () => {
			const reader = getReader();
			const read = reader.read.bind(reader);
			const readCounted = async () => {
				inflating += 1;
				return await read().finally(() => (inflating -= 1));
			};
			return Object.assign(reader, { read: readCounted });
		};
		return Object.assign(readable, { getReader: getCounted });
	}
};

/** Rounds of the event loop without any work after which time passes. */
const QUIET_ROUNDS = 4;
/** Real time after which time passes although bytes are under way: their receiver does not read them. */
const STUCK_MS = 250;

/**
 * The time of the compiled nodes and of the sandbox in this process. It passes only while both of them wait:
 * no byte arrives and no file is read. A busy machine therefore changes no outcome, and no test waits.
 */
export class EngineClock extends VirtualClock {
	private quietRounds = 0;
	private traffic = '';
	private quietSince = 0;

	/** Takes effect for all runs that begin from now on. */
	constructor() {
		super(Date.now());
		const { clock } = jest.requireActual<typeof RuntimeModule>('../../dist/nodes/shared');
		clock.now = () => this.now();
		clock.sleep = async (ms, signal) => await this.sleep(ms, signal);
		clock.random = () => this.random();
	}

	/** The same time for a sandbox. */
	readonly ofSandbox: Pick<SandboxOptions, 'now' | 'sleep'> = {
		now: () => this.now(),
		sleep: async (ms, signal) => {
			await this.sleep(ms, signal);
			signal.throwIfAborted();
		},
	};

	protected override isIdle(): boolean {
		const traffic = [...sockets].map(({ bytesRead }) => bytesRead).join();
		const isAtWork =
			inflating > 0 || process.getActiveResourcesInfo().some((name) => AT_WORK.test(name));
		if (isAtWork || traffic !== this.traffic) {
			this.traffic = traffic;
			this.quietRounds = 0;
			this.quietSince = performance.now();
			return false;
		}
		this.quietRounds += 1;
		if (this.quietRounds < QUIET_ROUNDS) return false;
		if (isUnderWay() && performance.now() - this.quietSince < STUCK_MS) return false;
		this.quietRounds = 0;
		return true;
	}
}
