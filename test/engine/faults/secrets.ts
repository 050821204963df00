import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { IncomingMessage, ServerResponse } from 'node:http';

/** Patterns of presigned forms and addresses, to find them even if the exact value is not known. */
const MARKS = [/x-amz-(signature|credential|algorithm)/i, /eyJleHBpcmF0aW9u/, /bearer /i];
const FORM_SECRETS = /"(?:policy|x-amz-signature|x-amz-credential)":"([^"]+)/g;

/**
 * Collects every secret that crosses this process's HTTP servers: API keys, presigned forms and
 * the signatures of presigned addresses.
 */
export class Secrets {
	private readonly values = new Set<string>();
	private readonly listener = (message: unknown) => {
		const { request, response } = message as { request: IncomingMessage; response: ServerResponse };
		this.see(request.headers.authorization?.replace(/^\w+ /, ''));
		const query = new URL(request.url ?? '', 'http://host').searchParams;
		for (const value of query.values()) this.see(value);
		const end = response.end.bind(response) as (...given: unknown[]) => ServerResponse;
		response.end = (...given: unknown[]) => {
			if (typeof given[0] === 'string') this.seeForm(given[0]);
			return end(...given);
		};
	};

	watch(): void {
		subscribe('http.server.request.start', this.listener);
	}

	close(): void {
		unsubscribe('http.server.request.start', this.listener);
	}

	/** Number of secrets seen; a check without any secret proves nothing. */
	get size(): number {
		return this.values.size;
	}

	/** The secrets in a text, shortened, because a report must not show them either. */
	leaksIn(text: string): string[] {
		const values = [...this.values].filter((value) => text.includes(value));
		const marks = MARKS.flatMap((mark) => mark.exec(text)?.[0] ?? []);
		return [...values.map((value) => `${value.slice(0, 4)}…`), ...marks];
	}

	/** Reads the form of a presigned POST, in whole and in broken answers. */
	private seeForm(body: string): void {
		for (const [, value] of body.matchAll(FORM_SECRETS)) this.see(value);
	}

	/** Short values (a day, a number of seconds) are not secrets and would match everywhere. */
	private see(value: string | undefined): void {
		if (value !== undefined && value.length > 15) this.values.add(value);
	}
}
