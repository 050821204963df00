import { TagPdfWebhookApi } from '../../../credentials/TagPdfWebhookApi.credentials';
import {
	activationMessage,
	eventTriggerDescription,
	triggerPanel,
} from '../../../nodes/TagPdfTrigger/panel';

type ByState = Record<'active' | 'inactive', string>;
const help = triggerPanel.executionsHelp as ByState;
const hint = triggerPanel.activationHint as ByState;

test('uses the names on screen for everything to copy', () => {
	const fields = new TagPdfWebhookApi().properties.map(({ displayName }) => displayName);
	for (const name of ['Webhook URLs', 'Test URL', 'Developers page', fields[0]]) {
		expect(hint.inactive).toContain(`<b>${name}</b>`);
	}
	for (const name of ['Production URL', fields[1]]) {
		expect(help.inactive).toContain(`<b>${name}</b>`);
	}
	expect(help.active).toContain('Developers page');
});

test('shows the first three steps, and folds those of the production URL', () => {
	const numbers = (html: string) =>
		[...html.matchAll(/<br \/>(\d)\. [^<]*\w{3}/g)].map(([, n]) => Number(n));
	expect(numbers(hint.inactive)).toEqual([1, 2, 3]);
	expect(hint.inactive).not.toContain('Production URL');
	expect(numbers(help.inactive)).toEqual([1, 2, 3]);
	expect(help.inactive).not.toContain('Test URL');
	expect(numbers(help.active)).toEqual([1, 2, 3]);
});

test('repeats the first step in the credential, because n8n shows no panel without one', () => {
	const [first] = new TagPdfWebhookApi().properties;
	expect(first?.hint).toMatch(/^Add the trigger's Test URL as an endpoint .* Developers page/);
});

const texts = [help.active, help.inactive, hint.active, hint.inactive];

test('every sentence begins with a capital letter', () => {
	for (const text of [...texts, activationMessage, eventTriggerDescription]) {
		const plain = text.replace(/<[^>]*>/g, ' ').replace(/ \d\. /g, ' ');
		expect(plain).toMatch(/\w{4}/);
		expect(plain).not.toMatch(/(^|[.?] ) *[a-z](?!8n)/);
	}
});

test('every line ends with a sentence', () => {
	const lines = texts.flatMap((text) => text.replace(/<\/?[ab][^>r]*>/g, '').split('<br />'));
	expect(lines.filter((line) => line !== '' && !/[.:?]$/.test(line))).toEqual([]);
});

test('links to the executions and names the page with the deliveries', () => {
	for (const text of [help.active, help.inactive, hint.active]) {
		expect(text).toContain('<a data-key="executions">executions list</a>');
	}
	expect(help.active).toContain('? The <b>Developers page</b>');
	expect(triggerPanel.header).toMatch(/ to this workflow$/);
});

test('asks for a new credential, because n8n preselects one with another secret', () => {
	const second = /2\. (.*?)<br \/>/.exec(hint.inactive)?.[1] ?? '';
	expect(second).toMatch(/^Create a <b>new credential<\/b>, even if n8n has selected one/);
	expect(second).toContain('401');
});

test('says that n8n does not register the URL', () => {
	expect(hint.inactive).toMatch(/^n8n does not register its URLs/);
	expect(activationMessage).toContain('an enabled endpoint');
	expect(eventTriggerDescription).toContain('Test URL');
});
