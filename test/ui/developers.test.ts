import { createServer } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Browser, Page } from 'playwright-core';
import { openAtSandbox, type TriggerAtSandbox } from '../engine/triggerAtSandbox';
import { until } from '../host/harness/until';
import { listening } from '../listening';
import { barriers } from './barriers';
import { complaints, launch, picture } from './browser';

let browser: Browser;
let trigger: TriggerAtSandbox;
let page: Page;
let found: string[];

beforeAll(async () => {
	browser = await launch();
});
afterAll(async () => await browser.close());

beforeEach(async () => {
	const port = process.env.SCREENSHOTS ? 4010 : 0;
	trigger = await openAtSandbox({ sandbox: { port, deliveryBackoffMs: 3_600_000 } });
	// The test itself connects the endpoint and its secret in the browser, like a user.
	trigger.sandbox.webhooks.endpoints.remove(trigger.endpoint);
	trigger.useSecret('whsec_of_another_endpoint');
	const context = await browser.newContext({
		viewport: { width: 1120, height: 800 },
		permissions: ['clipboard-read', 'clipboard-write'],
	});
	page = await context.newPage();
	found = complaints(page);
	await page.goto(trigger.sandbox.developersUrl);
});
afterEach(async () => {
	await page.context().close();
	await trigger.close();
});

const button = (name: string | RegExp) => page.getByRole('button', { name });
const section = (name: string) => page.getByRole('region', { name });
const addEndpoint = async (url: string) => {
	await page.getByLabel('Address').fill(url);
	await button('Add endpoint').click();
	await section('Webhook endpoints').getByText(url).waitFor();
};
/** A string, because the types of the tests do not include the browser's. */
const clipboard = async () => await page.evaluate<string>('navigator.clipboard.readText()');

test('create an endpoint, see its delivery refused, copy the secret, send again, delivered', async () => {
	await addEndpoint(trigger.webhook.url);
	await button('Tag the sample document').click();
	const deliveries = section('Deliveries');
	// The reason is visible before the tries are unfolded.
	await deliveries.getByRole('cell', { name: '401 The signature is not accepted.' }).waitFor();
	await button('1 try').click();
	await deliveries.getByRole('listitem').getByText('The signature is not accepted.').waitFor();
	expect(await trigger.emitted()).toEqual([]);

	// The page shows "Copied" only for a moment.
	await Promise.all([page.getByText('Copied').waitFor(), button('Copy signing secret').click()]);
	const signingSecret = await clipboard();
	expect(signingSecret).toMatch(/^whsec_[0-9a-f]{32}$/);
	trigger.useSecret(signingSecret);

	// The trigger reads the credential at most once a second, and this test is faster than any user.
	await sleep(1_000);
	await button('Resend').click();
	await deliveries.getByRole('cell', { name: 'delivered', exact: true }).waitFor();
	await button('2 tries').waitFor();
	expect((await trigger.emitted()).map(({ json }) => json.type)).toEqual(['job.completed']);
	await section('Jobs').getByText('completed').waitFor();
	await section('API key and credits').getByText('97', { exact: true }).waitFor();
	// The picture shows the default.
	trigger.sandbox.switches.deliveryBackoffMs = 1_000;
	await page.waitForFunction("document.querySelector('[name=deliveryBackoffMs]').value === '1000'");
	await picture(page, 'developers-page');
	expect(found).toEqual([]);
});

test('an endpoint is switched off, gets a new secret, and is removed', async () => {
	await addEndpoint(trigger.webhook.url);
	const secretOf = () => trigger.sandbox.webhooks.endpoints.all[0]?.secret ?? '';
	const first = secretOf();
	const toggle = page.getByRole('switch', { name: /Send events/ });
	await toggle.click();
	await page.getByText('Off', { exact: true }).waitFor();
	expect(trigger.sandbox.webhooks.endpoints.all[0]?.enabled).toBe(false);

	await button('New secret').click();
	await page.getByText(first).waitFor({ state: 'detached' });
	await page.getByText(secretOf()).waitFor();
	await button('Remove').click();
	await page.getByText('No endpoint yet.').waitFor();
	expect(trigger.sandbox.webhooks.endpoints.all).toEqual([]);
	expect(found).toEqual([]);
});

test('shows a refusal of the service until the next success', async () => {
	await addEndpoint(trigger.webhook.url);
	await page.getByLabel('Address').fill(trigger.webhook.url);
	await button('Add endpoint').click();
	const alert = page.getByRole('alert');
	await alert.getByText('There is already an endpoint with this address.').waitFor();
	await button('Add 100').click();
	await alert.waitFor({ state: 'hidden' });
	await page.getByText('200', { exact: true }).waitFor();
});

test('switches take effect at once, and an invalid value is reset', async () => {
	const copies = page.getByLabel('Copies of each event');
	const change = async (value: string) => {
		const answered = page.waitForResponse(/switches$/);
		await copies.fill(value);
		await copies.press('Enter');
		await (await answered).finished();
	};
	await change('3');
	expect(trigger.sandbox.switches.deliveryCopies).toBe(3);
	await change('0');
	await page.getByRole('alert').getByText('must be >= 1').waitFor();
	await page.waitForFunction("document.querySelector('[name=deliveryCopies]').value === '3'");
	expect(trigger.sandbox.switches.deliveryCopies).toBe(3);
});

test('the other account has its own key, endpoints and jobs', async () => {
	const [first, second] = trigger.sandbox.accounts;
	await addEndpoint(trigger.webhook.url);
	await button('Tag the sample document').click();
	const jobs = section('Jobs');
	await jobs.getByText('completed').waitFor();
	await page.getByLabel('Account').selectOption(second.accountId);
	await page.getByText(second.apiKey).waitFor();
	await page.getByText('No endpoint yet.').waitFor();
	await jobs.getByText('No job yet.').waitFor();
	await page.getByLabel('Account').selectOption(first.accountId);
	await section('Webhook endpoints').getByText(trigger.webhook.url).waitFor();
	await jobs.getByText('completed').waitFor();
});

test('an answer of an endpoint is always shown as text', async () => {
	const answer = '<img src=x onerror="document.title=1">';
	const server = createServer((_request, response) => response.writeHead(500).end(answer));
	await addEndpoint(`http://${await listening(server)}/`);
	await button('Tag the sample document').click();
	await button('1 try').click();
	await page.getByRole('cell', { name: `500 ${answer}` }).waitFor();
	await page.getByRole('listitem').getByText(answer).waitFor();
	expect(await page.locator('img').count()).toBe(0);
	server.close();
	expect(found).toEqual([]);
});

test('changes of credits and refusals are visible from anywhere on the page', async () => {
	await button('Set to 0').click();
	await page.getByRole('option', { name: 'Account 1 · 0 credits' }).waitFor({ state: 'attached' });
	await page.evaluate('window.scrollTo(0, document.body.scrollHeight)');
	await button('Tag the sample document').click();
	const alert = page.getByRole('alert');
	await alert.getByText('3 credits needed, 0 left').waitFor();
	await page.evaluate('window.scrollTo(0, document.body.scrollHeight)');
	const { y = -1, height = 0 } = (await alert.boundingBox()) ?? {};
	expect(y).toBeGreaterThanOrEqual(0);
	expect(height).toBeGreaterThan(0);
	expect(y + height).toBeLessThanOrEqual(page.viewportSize()?.height ?? 0);
});

/** Widths of windows: a laptop, half of its screen, a phone, and a laptop's window at 400 % zoom. */
const WIDTHS = [1280, 640, 360, 320];

/** What is wrong with the page in any width: axe's findings, and whether all of it must be scrolled sideways. */
const barriersAtAnyWidth = async () => {
	const all: string[] = [];
	for (const width of WIDTHS) {
		await page.setViewportSize({ width, height: 800 });
		const wide = await page.evaluate<number>('document.documentElement.scrollWidth');
		const found = [
			...(wide > width ? [`the page is ${wide} px wide`] : []),
			...(await barriers(page)),
		];
		all.push(...found.map((each) => `${width} px: ${each}`));
	}
	return all;
};

test.each(['light', 'dark'] as const)(
	'has no barrier in any state and width of the page, %s',
	async (colorScheme) => {
		await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
		expect(await barriersAtAnyWidth()).toEqual([]);

		await addEndpoint(trigger.webhook.url);
		await button('Tag the sample document').click();
		await section('Deliveries')
			.getByRole('cell', { name: '401 The signature is not accepted.' })
			.waitFor();
		await button('1 try').click();
		await button('Tag a document that fails').click();
		await section('Jobs').getByText('the document cannot be read as a PDF').waitFor();
		expect(await barriersAtAnyWidth()).toEqual([]);

		await page.getByRole('switch', { name: /Send events/ }).click();
		await page.getByText('Off', { exact: true }).waitFor();
		await button('Revoke').click();
		await page.getByText('revoked').waitFor();
		await button('Tag the sample document').click();
		await page.getByRole('alert').waitFor();
		expect(await barriersAtAnyWidth()).toEqual([]);
	},
);

test('in a window of 320 px an endpoint is readable, and a table is scrolled with the keyboard and stays there', async () => {
	await page.setViewportSize({ width: 320, height: 800 });
	await addEndpoint(trigger.webhook.url);
	const { width = 0 } = (await page.getByText(trigger.webhook.url).boundingBox()) ?? {};
	expect(width).toBeGreaterThan(200);
	await button('Tag the sample document').click();
	await section('Jobs').getByText('completed').waitFor();
	const jobs = page.getByRole('group', { name: 'Table of jobs' });
	await jobs.focus();
	await page.keyboard.press('ArrowRight');
	const scrolled = async () =>
		await page.evaluate<number>("document.querySelector('#jobs .scroll').scrollLeft");
	await until({ what: 'the table has scrolled' }, async () => (await scrolled()) > 0);
	// Something else changes.
	await button('Add 100').click();
	await section('API key and credits').getByText('197', { exact: true }).waitFor();
	expect(await scrolled()).toBeGreaterThan(0);
});

test('of the JSON with which n8n refuses an event, the page shows the message and the hint', async () => {
	const refusal = {
		code: 404,
		message: 'Not registered.',
		hint: 'Publish it.',
		stacktrace: 'Error: at',
	};
	const server = createServer((_request, response) => {
		response.writeHead(404).end(JSON.stringify(refusal));
	});
	await addEndpoint(`http://${await listening(server)}/`);
	await button('Tag the sample document').click();
	await page.getByRole('cell', { name: '404 Not registered. Publish it.' }).waitFor();
	await button('1 try').click();
	await page.getByRole('listitem').getByText('Not registered. Publish it.').waitFor();
	expect(await page.getByText('stacktrace').count()).toBe(0);
	server.close();
});
