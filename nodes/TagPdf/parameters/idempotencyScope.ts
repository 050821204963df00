import type { INodeProperties } from 'n8n-workflow';

import type { IdempotencyScope } from '../../client/submission';
import { InputError } from '../../n8n/errors';
import type { Item } from '../item';

const scope: INodeProperties = {
	displayName: 'Idempotency Scope',
	name: 'idempotencyScope',
	type: 'options',
	options: [
		{
			name: 'Content',
			value: 'content',
			description:
				'The same bytes with the same options are paid for once in the account, by whichever workflow, delivered or not',
		},
		{
			name: 'Custom Key',
			value: 'custom',
			description:
				'Whatever has the same key is paid for once; you choose the key, e.g. a record ID',
		},
		{
			name: 'Delivery',
			value: 'delivery',
			description:
				'A document is paid for once until this node has given out its result, whatever is stopped, killed, retried or run again; after that a new run pays for a new job',
		},
	],
	default: 'delivery',
	description: 'For what the same document is paid for once',
};

const key: INodeProperties = {
	displayName: 'Idempotency Key',
	name: 'idempotencyKey',
	type: 'string',
	displayOptions: { show: { idempotencyScope: ['custom'] } },
	default: '',
	placeholder: 'e.g. {{ $json.invoiceNumber }}',
	description:
		'The key that stands for this document, different for each one. While the service knows it, the document is not charged again.',
};

export const idempotencyOptions = [key, scope];

/** @throws InputError when the key of the user's own cannot be sent */
export function idempotencyScopeOf({ context, executionId, index }: Item): IdempotencyScope {
	switch (context.getNodeParameter(`options.${scope.name}`, index, scope.default) as unknown) {
		case 'content':
			return { scope: 'content' };
		case 'custom':
			return {
				scope: 'custom',
				key: sendable(context.getNodeParameter(`options.${key.name}`, index, '')),
			};
		default: {
			const { id: workflow = '' } = context.getWorkflow();
			const owner = [context.getInstanceId(), workflow, context.getNode().id];
			return { scope: 'delivery', owner, execution: executionId };
		}
	}
}

function sendable(value: unknown): string {
	const text = typeof value === 'string' || typeof value === 'number' ? String(value).trim() : '';
	// A header value: printable ASCII only, of a length that servers take.
	if (/^[\x21-\x7e][\x20-\x7e]{0,254}$/.test(text)) return text;
	throw new InputError({
		message:
			text === ''
				? 'Idempotency Key is empty'
				: 'Idempotency Key has characters that cannot be sent',
		description:
			'With the scope Custom Key each document needs a key of up to 255 letters, digits and signs without accents, e.g. {{ $json.id }}.',
	});
}
