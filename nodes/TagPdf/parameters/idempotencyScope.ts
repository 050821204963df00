import type { INodeProperties } from 'n8n-workflow';

import type { IdempotencyScope } from '../../client/submission';
import { InputError } from '../../n8n/errors';
import type { Item } from '../item';

const OWN_KEY = 'Own Key';

const scope: INodeProperties = {
	displayName: 'Pay Once Per',
	name: 'idempotencyScope',
	type: 'options',
	options: [
		{
			name: 'Delivered Document',
			value: 'delivery',
			description:
				'Paid for once until this node has given out its result, even if n8n is stopped or the execution is retried. After that, the same document in a new run is a new job, which costs credits.',
		},
		{
			name: 'File Content',
			value: 'content',
			description:
				'The same bytes with the same options are paid for once in the account, by all workflows with this choice, also in later runs',
		},
		{
			name: OWN_KEY,
			value: 'custom',
			description:
				'All that has the same key is paid for once; you give the key, e.g. the ID of a record',
		},
	],
	default: 'delivery',
	description:
		'What counts as the same document, which is paid for once (idempotency). When it comes again, the node takes the job that there is, and nothing is charged. It submits a new job, which costs credits, only where that one has failed or its result has expired.',
};

const key: INodeProperties = {
	displayName: OWN_KEY,
	name: 'idempotencyKey',
	type: 'string',
	displayOptions: { show: { idempotencyScope: ['custom'] } },
	default: '',
	placeholder: 'e.g. {{ $json.invoiceNumber }}',
	description:
		'Text that stands for this document and for no other (idempotency key). As long as the service remembers it, the document is not charged again.',
};

const oneJob: INodeProperties = {
	displayName: 'One Job per Key',
	name: 'oneJobPerKey',
	type: 'boolean',
	displayOptions: { show: { idempotencyScope: ['custom'] } },
	default: false,
	description:
		'Whether a key stands for one job for good: one that has failed is given as it is, and nothing is paid for again until the key is another',
};

export const idempotencyOptions = [oneJob, key, scope];

/** @throws InputError when the key of the user's own cannot be sent */
export function idempotencyScopeOf({ context, executionId, index }: Item): IdempotencyScope {
	switch (context.getNodeParameter(`options.${scope.name}`, index, scope.default) as unknown) {
		case 'content':
			return { scope: 'content' };
		case 'custom': {
			const own = sendable(context.getNodeParameter(`options.${key.name}`, index, ''));
			const once = context.getNodeParameter(`options.${oneJob.name}`, index, false) === true;
			return { scope: 'custom', key: own, ...(once ? { once } : {}) };
		}
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
		message: text === '' ? `${OWN_KEY} is empty` : `${OWN_KEY} has characters that cannot be sent`,
		description:
			'With Pay Once Per set to Own Key, each document needs a key of up to 255 letters, digits and signs without accents, e.g. {{ $json.id }}.',
	});
}
