import type { INodeProperties } from 'n8n-workflow';

import type { IdempotencyScope } from '../../../client/submission';
import { readChoiceOption } from '../../../n8n/optionParameters';
import { InputError } from '../../../n8n/errors';
import type { Item } from '../../item';

const CHOICES_WITH_KEY = ['ownKey', 'ownKeyOneJob'];

const payOnce: INodeProperties = {
	displayName: 'Pay Once',
	name: 'per',
	type: 'options',
	options: [
		{
			name: 'Until Delivered',
			value: 'delivery',
			description:
				'Pay once until the node returns the tagged PDF, even if n8n stops. A later run with the same document pays again.',
		},
		{
			name: 'Per File Content',
			value: 'content',
			description:
				'Pay once for a file with the same options, also in later runs and in other workflows with this choice',
		},
		{
			name: 'Per Own Key',
			value: 'ownKey',
			description:
				'Pay once per key, such as the ID of a record. After a failed job, a later run submits the document again.',
		},
		{
			name: 'Per Own Key, One Job Only',
			value: 'ownKeyOneJob',
			description: 'Pay once per key, even if the job fails. Another job needs a new key.',
		},
	],
	default: 'delivery',
	description:
		'Which documents count as the same. The node pays for them once, and returns the existing job when they come again.',
};

const ownKey: INodeProperties = {
	displayName: 'Own Key',
	name: 'key',
	type: 'string',
	displayOptions: { show: { [payOnce.name]: CHOICES_WITH_KEY } },
	default: '',
	placeholder: 'e.g. {{ $json.invoiceNumber }}',
	description:
		'Text that identifies this document, such as its number. Each document needs its own.',
};

/**
 * A group of fields that n8n shows together. A separate entry in Options would not appear with the choice
 * that needs it.
 */
export const avoidPayingTwice: INodeProperties = {
	displayName: 'Avoid Paying Twice',
	name: 'avoidPayingTwice',
	type: 'fixedCollection',
	default: { payOnce: {} },
	options: [{ displayName: 'Pay Once', name: 'payOnce', values: [payOnce, ownKey] }],
	description: 'Which documents the node pays for once',
};

const PATH = `${avoidPayingTwice.name}.payOnce`;
const CHOICE = {
	...payOnce,
	displayName: avoidPayingTwice.displayName,
	name: `${PATH}.${payOnce.name}`,
};

/** @throws InputError for an unknown choice, or if the user's own key cannot be sent */
export function readIdempotencyScope({ context, executionId, index }: Item): IdempotencyScope {
	switch (readChoiceOption(context, index, CHOICE)) {
		case 'content':
			return { scope: 'content' };
		case 'ownKey':
			return { scope: 'custom', key: readOwnKey(context, index) };
		case 'ownKeyOneJob':
			return { scope: 'custom', key: readOwnKey(context, index), once: true };
		default: {
			const { id: workflow = '' } = context.getWorkflow();
			const owner = [context.getInstanceId(), workflow, context.getNode().id];
			return { scope: 'delivery', owner, execution: executionId };
		}
	}
}

function readOwnKey(context: Item['context'], index: number): string {
	const value = context.getNodeParameter(`options.${PATH}.${ownKey.name}`, index, '') as unknown;
	const text = typeof value === 'string' || typeof value === 'number' ? String(value).trim() : '';
	// A header value: printable ASCII only, of a length that servers accept.
	if (/^[\x21-\x7e][\x20-\x7e]{0,254}$/.test(text)) return text;
	const { displayName } = ownKey;
	throw new InputError({
		message:
			text === '' ? `${displayName} is empty` : `${displayName} has characters that cannot be sent`,
		description: 'Enter a key, e.g. {{ $json.id }}.',
		more: 'Use up to 255 letters, digits and symbols, without accents.',
	});
}
