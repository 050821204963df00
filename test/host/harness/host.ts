import type { Server } from './process';

/** A process of n8n to start. */
export interface HostOrder {
	/** Command of n8n and its arguments, e.g. `worker --concurrency=2`. */
	readonly args: readonly string[];
	readonly env: Readonly<Record<string, string>>;
	/** n8n's user folder: it holds `.n8n` with the database, the files and the packages. */
	readonly home: string;
}

/** An n8n that can be started: installed from npm (install.ts), or in containers of an image (container.ts). */
export interface Host {
	/** n8n's own version, e.g. `2.41.1`. */
	readonly n8n: string;
	/** Path that is unique to this host; its prepared user folder is next to it. */
	readonly folder: string;
	/** Settings of every process. */
	readonly settings: Readonly<Record<string, string>>;
	/** Starts a process and collects its log in `lines`; the process can be stopped and killed. */
	readonly start: (order: HostOrder) => Promise<Server>;
}
