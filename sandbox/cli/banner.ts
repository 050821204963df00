import { styleText } from 'node:util';
import type { Sandbox } from '../sandbox';

/** Text at the start: addresses, keys, tagger, and the next commands. */
export function banner({ accounts, developersUrl, storageUrl, tagger, url }: Sandbox): string {
	const [first, second] = accounts;
	const row = (label: string, value: string) => `  ${styleText('dim', label.padEnd(12))}${value}`;
	const key = ({ apiKey, credits }: typeof first) =>
		`${styleText('bold', apiKey)}  ${styleText('dim', `${credits} credits`)}`;
	const taggerText =
		tagger.name === 'stamp' ? styleText('yellow', tagger.description) : tagger.description;
	return [
		'',
		`  ${styleText('bold', styleText('green', 'Document Tagging Service'))} ${styleText('dim', 'sandbox')}`,
		'',
		row('API', styleText('cyan', styleText('bold', url))),
		row(
			'Developers',
			`${styleText('cyan', styleText('bold', developersUrl))}  ${styleText('dim', 'keys, endpoints, deliveries')}`,
		),
		row('Storage', styleText('cyan', storageUrl)),
		row('API key', key(first)),
		row('Another', key(second)),
		row('Tagger', taggerText),
		'',
		row('Try', `curl -H 'Authorization: Bearer ${first.apiKey}' ${url}/v1/me`),
		row('In n8n', 'the credential Tag PDF API takes this API key and this base URL'),
		row(
			'Watch',
			`${url}/sandbox/ledger ${styleText('dim', '(also /jobs, /requests; docs/sandbox.md)')}`,
		),
		row('Stop', 'Ctrl-C'),
		'',
	].join('\n');
}
