import { type LogMetadata, LoggerProxy } from 'n8n-workflow';

/** One line of n8n's server log. */
export interface LogEntry {
	level: 'error' | 'warn' | 'info' | 'debug';
	message: string;
	metadata?: LogMetadata;
}

/** Replaces n8n's logger, and keeps what nodes and engine write. */
export class CapturedLog {
	readonly entries: LogEntry[] = [];

	error = this.keep('error');
	warn = this.keep('warn');
	info = this.keep('info');
	debug = this.keep('debug');

	constructor() {
		LoggerProxy.init(this);
	}

	/** n8n's services request their own loggers; here all of them share this logger. */
	scoped() {
		return this;
	}

	/** The log as text, one entry per line, metadata as JSON: an administrator could read this. */
	toString() {
		return this.entries
			.map(
				({ level, message, metadata }) => `${level} ${message} ${JSON.stringify(metadata ?? {})}`,
			)
			.join('\n');
	}

	private keep(level: LogEntry['level']) {
		return (message: string, metadata?: LogMetadata) => {
			this.entries.push({ level, message, ...(metadata && { metadata }) });
		};
	}
}
