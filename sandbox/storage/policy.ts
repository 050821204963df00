import { createHmac } from 'node:crypto';
import type { Ids } from '../state/ids';
import type { SandboxOptions } from '../options';
import { StorageError } from './errors';
import { UPLOADS } from './uploads';

type Condition = Record<string, string> | ['eq', string, string] | [string, number, number];

interface Policy {
	expiration: string;
	conditions: Condition[];
}

// Fields that S3 requires by name before it reads the policy.
const NEEDED = [
	'key',
	'policy',
	'x-amz-algorithm',
	'x-amz-credential',
	'x-amz-date',
	'x-amz-signature',
];
// Fields that a policy need not list.
const UNLISTED = new Set(['policy', 'x-amz-signature', 'file']);

const signature = (policy: string, ids: Ids) =>
	createHmac('sha256', ids.secret('storage')).update(policy).digest('hex');
const credential = (ids: Ids) => `SANDBOX${ids.secret('access key').slice(0, 13).toUpperCase()}`;

/** The form fields of a presigned POST for one key: the policy, its signature and its required fields. */
export function presignPost(
	key: string,
	ids: Ids,
	options: SandboxOptions,
): Record<string, string> {
	const now = options.now();
	const date = new Date(now).toISOString().replaceAll(/[-:]|\.\d+/g, '');
	const demanded = {
		key,
		'Content-Type': 'application/pdf',
		success_action_status: String(options.storeStatus),
		'x-amz-algorithm': 'AWS4-HMAC-SHA256',
		'x-amz-credential': `${credential(ids)}/${date.slice(0, 8)}/local/s3/aws4_request`,
		'x-amz-date': date,
	};
	const policy: Policy = {
		expiration: new Date(now + options.uploadExpirySeconds * 1000).toISOString(),
		conditions: [
			{ bucket: UPLOADS },
			...Object.entries(demanded).map((entry) => Object.fromEntries([entry])),
			['content-length-range', 1, options.maxBytes],
		],
	};
	const encoded = Buffer.from(JSON.stringify(policy)).toString('base64');
	return { ...demanded, policy: encoded, 'x-amz-signature': signature(encoded, ids) };
}

/**
 * Checks the fields that came before the file, in S3's order and with S3's texts.
 *
 * @param fields the form's fields; S3 accepts their names in upper or lower case
 * @returns the key to store under and the sizes the policy allows
 * @throws StorageError 400 for a missing field; 403 for a wrong signature, a changed or extra
 *   field, an expired policy
 */
export function checkFields(
	fields: Map<string, string>,
	ids: Ids,
	now: number,
	expired: boolean,
): { key: string; minBytes: number; maxBytes: number } {
	const names = new Map([...fields].map(([name, value]) => [name.toLowerCase(), value]));
	for (const name of NEEDED)
		if (!names.has(name)) {
			const text = `Bucket POST must contain a field named '${name}'.  If it is specified, please check the order of the fields.`;
			throw new StorageError(400, 'InvalidArgument', text, {
				ArgumentName: name,
				ArgumentValue: '',
			});
		}
	const encoded = names.get('policy') ?? '';
	if (!names.get('x-amz-credential')?.startsWith(`${credential(ids)}/`))
		throw new StorageError(
			403,
			'InvalidAccessKeyId',
			'The AWS Access Key Id you provided does not exist in our records.',
		);
	if (names.get('x-amz-signature') !== signature(encoded, ids))
		throw new StorageError(
			403,
			'SignatureDoesNotMatch',
			'The request signature we calculated does not match the signature you provided. Check your key and signing method.',
		);

	// The signature is ours, so the policy is well-formed.
	const policy = JSON.parse(Buffer.from(encoded, 'base64').toString()) as Policy;
	const refused = (reason: string) =>
		new StorageError(403, 'AccessDenied', `Invalid according to Policy: ${reason}`);
	if (expired || Date.parse(policy.expiration) <= now) throw refused('Policy expired.');
	const listed = new Set<string>();
	let range = [0, Infinity];
	for (const condition of policy.conditions) {
		if (Array.isArray(condition)) {
			range = condition.slice(1).map(Number);
			continue;
		}
		const [name, value] = Object.entries(condition)[0] ?? ['', ''];
		if (name === 'bucket') continue;
		listed.add(name.toLowerCase());
		if (names.get(name.toLowerCase()) !== value)
			throw refused(`Policy Condition failed: ["eq", "$${name}", "${value}"]`);
	}
	const extra = [...fields.keys()].filter(
		(name) => !listed.has(name.toLowerCase()) && !UNLISTED.has(name.toLowerCase()),
	);
	if (extra.length > 0) throw refused(`Extra input fields: ${extra.join(', ')}`);
	const [minBytes = 0, maxBytes = Infinity] = range;
	return { key: names.get('key') ?? '', minBytes, maxBytes };
}
