import type { IBinaryData, INodeProperties } from 'n8n-workflow';

import { fetchSource, toSafeFileName } from '../../../client/transfer';
import { createSave } from '../../../n8n/binary';
import { InputError } from '../../../n8n/errors';
import type { Item } from '../../item';
import { readMaxBytes } from '../limits';
import { createFileSource, type Source } from './source';

const WEB_PROTOCOLS = ['http:', 'https:'];

export const urlProperty: INodeProperties = {
	displayName: 'URL',
	name: 'url',
	type: 'string',
	required: true,
	displayOptions: { show: { source: ['url'] } },
	default: '',
	placeholder: 'e.g. https://example.com/report.pdf',
	hint: 'It must lead to the file itself, without signing in. Otherwise, get the file with another node and choose Binary Field.',
	description: 'Address of the PDF',
};

/**
 * A document from a URL. It is put into n8n's binary store first: an upload may be retried, and needs the
 * size before it starts.
 *
 * @throws InputError if the item has no http(s) address
 */
export function createUrlSource(item: Item): Source {
	const { context, index, runtime, signal } = item;
	const url = readUrl(context.getNodeParameter('url', index));
	const fileName = toSafeFileName(decodePath(new URL(url).pathname));
	const destination = { save: createSave(context, fileName), maxBytes: readMaxBytes(item) };
	let once: Promise<IBinaryData> | undefined;
	return createFileSource(item, { identity: `url:${url}`, fileName }, async () => {
		once ??= fetchSource(runtime, url, destination, signal);
		return await once;
	});
}

function readUrl(value: unknown): string {
	const text = typeof value === 'string' ? value.trim() : '';
	if (text === '') {
		throw new InputError({
			message: 'URL is empty',
			description: 'Enter the http(s) address of the PDF.',
		});
	}
	if (!URL.canParse(text) || !WEB_PROTOCOLS.includes(new URL(text).protocol)) {
		throw new InputError({
			message: 'The URL is not an http(s) address',
			description: 'Enter a full address.',
			more: 'For example, https://example.com/report.pdf.',
		});
	}
	return text;
}

/** Decodes a path that may hold a stray `%`. */
function decodePath(path: string): string {
	return path.replace(/(%[0-9a-f]{2})+/gi, (bytes) =>
		Buffer.from(bytes.replace(/%/g, ''), 'hex').toString(),
	);
}
