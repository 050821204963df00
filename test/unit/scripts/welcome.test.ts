import { createServer } from 'node:http';

import { serveWelcome } from '../../../scripts/start/welcome';
import { closedBy } from '../../closing';
import { listening } from '../../listening';

const closing = closedBy(afterEach);

/** The link, beside an n8n that signs everybody in. */
const openWelcome = async () => {
	const n8n = closing(
		createServer((_request, response) => {
			response.setHeader('set-cookie', 'n8n-auth=signed-in').end('{}');
		}),
	);
	const n8nUrl = `http://${await listening(n8n)}`;
	return closing(await serveWelcome(0, n8nUrl, () => `${n8nUrl}/workflow/1`));
};
const ask = async (url: string | URL) => {
	const { headers, status } = await fetch(url, { redirect: 'manual' });
	return { status, cookie: headers.get('set-cookie') };
};

test('the link signs a browser in', async () => {
	const { url } = await openWelcome();
	expect(await ask(url)).toEqual({ status: 302, cookie: 'n8n-auth=signed-in' });
});

test('nobody is signed in without its random part, which is another one at each start', async () => {
	const [one, other] = [await openWelcome(), await openWelcome()];
	const { pathname } = new URL(one.url);
	expect(pathname).toMatch(/^\/[\w-]{22}$/);
	for (const path of ['/', pathname.slice(0, -1), `${pathname}x`, new URL(other.url).pathname])
		expect(await ask(new URL(path, one.url))).toEqual({ status: 404, cookie: null });
});

test('the sample needs no link', async () => {
	const { sampleUrl } = await openWelcome();
	expect((await ask(sampleUrl)).status).toBe(200);
});
