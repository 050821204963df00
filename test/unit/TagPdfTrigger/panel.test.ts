import { TagPdfWebhookApi } from '../../../credentials/TagPdfWebhookApi.credentials';
import {
	activationMessage,
	eventTriggerDescription,
	triggerPanel,
} from '../../../nodes/TagPdfTrigger/panel';

type ByState = Record<'active' | 'inactive', string>;
const help = triggerPanel.executionsHelp as ByState;
const hint = triggerPanel.activationHint as ByState;

test('names each thing to copy by the name it has on screen', () => {
	const fields = new TagPdfWebhookApi().properties.map(({ displayName }) => displayName);
	for (const name of ['Webhook URLs', 'Test URL', 'Developers page', fields[0]]) {
		expect(hint.inactive).toContain(`<b>${name}</b>`);
	}
	for (const name of ['Production URL', fields[1]]) {
		expect(help.inactive).toContain(`<b>${name}</b>`);
	}
	expect(help.active).toContain('Developers page');
});

test('the first three steps stand open, those of the production URL are unfolded', () => {
	const numbers = (html: string) =>
		[...html.matchAll(/<br \/>(\d)\. [^<]*\w{3}/g)].map(([, n]) => Number(n));
	expect(numbers(hint.inactive)).toEqual([1, 2, 3]);
	expect(hint.inactive).not.toContain('Production URL');
	expect(numbers(help.inactive)).toEqual([1, 2, 3]);
	expect(help.inactive).not.toContain('Test URL');
	expect(numbers(help.active)).toEqual([1, 2, 3]);
});

test('the first step stands in the credential as well: without one, n8n shows no panel', () => {
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

test('every line ends where a sentence does', () => {
	const lines = texts.flatMap((text) => text.replace(/<\/?[ab][^>r]*>/g, '').split('<br />'));
	expect(lines.filter((line) => line !== '' && !/[.:?]$/.test(line))).toEqual([]);
});

test('leads to the executions, and to the page with the deliveries', () => {
	for (const text of [help.active, help.inactive, hint.active]) {
		expect(text).toContain('<a data-key="executions">executions list</a>');
	}
	expect(help.active).toContain('? The <b>Developers page</b>');
	expect(triggerPanel.header).toMatch(/ to this workflow$/);
});

test('asks for a new credential: n8n selects another one by itself, whose secret is refused', () => {
	const second = /2\. (.*?)<br \/>/.exec(hint.inactive)?.[1] ?? '';
	expect(second).toMatch(/^Create a <b>new credential<\/b>, even if n8n has selected one/);
	expect(second).toContain('401');
});

test('says that n8n does not register the URL', () => {
	expect(hint.inactive).toMatch(/^n8n does not register its URLs/);
	expect(activationMessage).toContain('an enabled endpoint');
	expect(eventTriggerDescription).toContain('Test URL');
});
