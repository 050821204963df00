import type { Logger } from 'n8n-workflow';

/** Fakes n8n's logger and records every line. */
export class FakeLog {
	readonly lines: Array<[level: string, message: string]> = [];
	readonly logger: Logger = {
		debug: this.at('debug'),
		info: this.at('info'),
		warn: this.at('warn'),
		error: this.at('error'),
	};

	private at(level: string): (message: string) => void {
		return (message) => {
			this.lines.push([level, message]);
		};
	}
}
