import pc from 'picocolors';
import type { Sandbox } from '../sandbox';

/** Text at the start: addresses, keys, tagger, and the next commands. */
export function banner({ accounts, developersUrl, storageUrl, tagger, url }: Sandbox): string {
	const [first, second] = accounts;
	const row = (label: string, value: string) => `  ${pc.dim(label.padEnd(12))}${value}`;
	const key = ({ apiKey, credits }: typeof first) =>
		`${pc.bold(apiKey)}  ${pc.dim(`${credits} credits`)}`;
	const taggerText = tagger.name === 'stamp' ? pc.yellow(tagger.description) : tagger.description;
	return [
		'',
		`  ${pc.bold(pc.green('Document Tagging Service'))} ${pc.dim('sandbox')}`,
		'',
		row('API', pc.cyan(pc.bold(url))),
		row(
			'Developers',
			`${pc.cyan(pc.bold(developersUrl))}  ${pc.dim('keys, endpoints, deliveries')}`,
		),
		row('Storage', pc.cyan(storageUrl)),
		row('API key', key(first)),
		row('Another', key(second)),
		row('Tagger', taggerText),
		'',
		row('Try', `curl -H 'Authorization: Bearer ${first.apiKey}' ${url}/v1/me`),
		row('In n8n', 'the credential Tag PDF API takes this API key and this base URL'),
		row('Watch', `${url}/sandbox/ledger ${pc.dim('(also /jobs, /requests; docs/sandbox.md)')}`),
		row('Stop', 'Ctrl-C'),
		'',
	].join('\n');
}
