import { OWNER } from '../settings';
import { until } from '../until';
import { fetchAlone } from '../fetchAlone';

// n8n binds a session to the browser that signed in.
const BROWSER = { 'browser-id': 'tag-pdf-tests' };
const createLogin = (password: string) => ({ emailOrLdapLoginId: OWNER.email, password });

/** An error answer of n8n. */
export class RestError extends Error {
	constructor(
		readonly status: number,
		readonly route: string,
		body: string,
	) {
		super(`${route} answered ${status}: ${body.slice(0, 500)}`);
	}
}

/** A signed-in user of n8n's internal REST interface, which its editor uses. */
export class Session {
	private constructor(
		readonly url: string,
		/** The value of the `cookie` header. */
		readonly cookie: string,
	) {}

	/** Signs the owner in. */
	static async signIn(url: string, password: string = OWNER.password): Promise<Session> {
		const login = createLogin(password);
		const ask = async () => await call(url, 'POST', '/rest/login', login, BROWSER);
		const answer = await askUntil('n8n has set up its routes', ask, isNotRouted);
		return Session.from(url, answer);
	}

	private static from(url: string, answer: Response): Session {
		const [cookie = ''] = (answer.headers.get('set-cookie') ?? '').split(';');
		return new Session(url, cookie);
	}

	/** Changes the owner's password. @returns the session that n8n opens for it; this one has ended */
	async changePassword(currentPassword: string, newPassword: string): Promise<Session> {
		const passwords = { currentPassword, newPassword };
		const signedIn = { ...BROWSER, cookie: this.cookie };
		const answer = await call(this.url, 'PATCH', '/rest/me/password', passwords, signedIn);
		return Session.from(this.url, answer);
	}

	/**
	 * Sends one request.
	 *
	 * @returns content of `data` in n8n's answer
	 * @throws RestError for every status of 400 and above
	 */
	async call<T>(method: string, path: string, body?: unknown, headers = {}): Promise<T> {
		return await this.ask(method, path, readData<T>, body, headers);
	}

	/** The bytes of an answer. */
	async bytes(path: string): Promise<Buffer> {
		return await this.ask('GET', path, readBytes);
	}

	/** Asks again while n8n has no time. A connection that breaks in the middle of an answer counts, too. */
	private async ask<T>(
		method: string,
		path: string,
		read: (answer: Response) => Promise<T>,
		body?: unknown,
		headers = {},
	): Promise<T> {
		const signedIn = { ...BROWSER, cookie: this.cookie, ...headers };
		const ask = async () => ({
			content: await read(await call(this.url, method, path, body, signedIn)),
		});
		const what = `n8n has time for ${method} ${path}`;
		return (await askUntil(what, ask, (error) => isBusy(error, method))).content;
	}
}

/**
 * Signs the owner in, for any browser that gets the cookie.
 *
 * @returns the value of a `set-cookie` header
 */
export async function signInBrowser(
	url: string,
	password: string = OWNER.password,
): Promise<string> {
	const answer = await call(url, 'POST', '/rest/login', createLogin(password));
	return answer.headers.get('set-cookie') ?? '';
}

/** Creates the owner of a fresh n8n. */
export async function setUpOwner(url: string, password: string = OWNER.password): Promise<void> {
	const owner = { ...OWNER, password };
	const ask = async () => await call(url, 'POST', '/rest/owner/setup', owner);
	await askUntil('n8n has set up its routes', ask, isNotRouted);
}

/**
 * Whether n8n had no time for a request. While it works on thousands of items, it answers nobody: it then
 * takes its database for lost and refuses requests, or breaks a connection.
 */
function isBusy(error: unknown, method: string): boolean {
	if (error instanceof RestError) return error.status === 503;
	// fetch is outside of jest's realm, and so is the class of its errors.
	return method === 'GET' && (error as Error).name === 'TypeError';
}

const readData = async <T>(answer: Response) => ((await answer.json()) as { data: T }).data;
const readBytes = async (answer: Response) => Buffer.from(await answer.arrayBuffer());

/** n8n reports ready before all its routes exist; until then they answer 404. */
function isNotRouted(error: unknown): boolean {
	return error instanceof RestError && error.status === 404;
}

/** Asks again while an error is one that passes. */
async function askUntil<T extends object>(
	what: string,
	ask: () => Promise<T>,
	passes: (error: unknown) => boolean,
): Promise<T> {
	return await until({ what }, async () => {
		return await ask().catch((error: unknown) => {
			if (passes(error)) return undefined;
			throw error;
		});
	});
}

async function call(
	url: string,
	method: string,
	path: string,
	body: unknown,
	headers: Record<string, string> = {},
): Promise<Response> {
	const answer = await fetchAlone(url + path, {
		method,
		headers: { 'content-type': 'application/json', ...headers },
		body: body === undefined ? undefined : JSON.stringify(body),
	});
	if (answer.ok) return answer;
	throw new RestError(answer.status, `${method} ${path}`, await answer.text());
}
