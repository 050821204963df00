import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { WorkflowDefinition } from '../host/harness/rest/workflows';

const FOLDER = join(__dirname, '../../examples');

/** Names of all examples, which are their paths in `examples/` without `.json`. */
export function exampleNames(): string[] {
	return readdirSync(FOLDER, { recursive: true, encoding: 'utf8' })
		.filter((path) => path.endsWith('.json'))
		.map((path) => path.slice(0, -'.json'.length).replaceAll('\\', '/'))
		.sort();
}

/** An example as its file holds it. */
export function readExample(name: string): WorkflowDefinition & { readonly pinData?: object } {
	return JSON.parse(readFileSync(join(FOLDER, `${name}.json`), 'utf8')) as WorkflowDefinition;
}

/** Examples whose notes are older than the rules of n8n's template library. */
export const OLD_NOTES = [
	'agent-with-approval',
	'file-tagged-documents',
	'gmail-to-google-drive',
	'google-drive-folder',
	'imap-to-s3',
	'library/1-hand-out',
	'library/2-a-batch',
	'nightly-batch',
	'outlook-to-onedrive',
	'sftp-folder',
	'submit-documents',
	'tell-about-errors',
	'webhook-upload',
];
