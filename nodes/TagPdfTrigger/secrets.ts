import type {
	ICredentialDataDecryptedObject,
	INodeCredentialsDetails,
	IWebhookFunctions,
} from 'n8n-workflow';

import {
	countVisibleCharacters,
	describeCharacter,
	findInvisibleCharacter,
	trimInvisible,
} from '../../client/address';
import { getNodeKey } from './log';

/** The credential with the secrets. The trigger reads nothing else of it. */
export const CREDENTIAL = 'tagPdfApi';

/** The fields of the credential *Tag PDF API* that have signing secrets, and the names that users see. */
const SECRET_FIELDS = {
	productionSigningSecret: 'Signing Secret for Production URL',
	testSigningSecret: 'Signing Secret for Test URL',
	otherSigningSecret1: 'Other Signing Secret 1',
	otherSigningSecret2: 'Other Signing Secret 2',
};

/** Somebody could guess a shorter secret. Invisible characters do not count: a field that has no others looks empty. */
const MIN_VISIBLE_CHARACTERS = 8;

/** How long a reading of the credential counts, in milliseconds. */
const READING_LIFETIME_MS = 1_000;

/**
 * The last reading, by node and credential: a draft that is tested may have another credential than the published
 * version.
 */
const readings = new Map<string, { at: number; secrets: Promise<string[]> }>();

/**
 * Reads the signing secrets of the node's credential, at most once a second: a reading costs n8n more than
 * storing an execution, and anybody can cause it. A removed secret stops counting within a second.
 *
 * @throws if n8n cannot read the credential; the deliveries of that second share the error
 */
export async function getSigningSecrets(
	context: IWebhookFunctions,
	{ id, name }: INodeCredentialsDetails,
): Promise<string[]> {
	const now = Date.now();
	const key = JSON.stringify([getNodeKey(context), id, name]);
	const last = readings.get(key);
	// `abs`, because the machine's clock may have been set back.
	const isFresh = last && Math.abs(now - last.at) < READING_LIFETIME_MS;
	if (isFresh) return await last.secrets;
	const secrets = context.getCredentials(CREDENTIAL).then(listSigningSecrets);
	readings.set(key, { at: now, secrets });
	return await secrets;
}

/** All secrets that are long enough, without the invisible characters that copying adds at the ends. */
export function listSigningSecrets(data: ICredentialDataDecryptedObject): string[] {
	return Object.keys(SECRET_FIELDS)
		.map((field) => toTrimmedText(data[field]))
		.filter(isLongEnough);
}

/**
 * Finds out whether the credential has no signing secret, or one that cannot be right. Whether the secrets belong to
 * the endpoints shows only when an event arrives.
 *
 * @returns a text for users that says what is wrong and what to do; undefined if nothing is wrong
 */
export function findSecretProblem(data: ICredentialDataDecryptedObject): string | undefined {
	const filled = Object.entries(SECRET_FIELDS)
		.map(([field, name]) => ({ name, secret: toTrimmedText(data[field]) }))
		.filter(({ secret }) => secret !== '');
	if (filled.length === 0) return `The credential has no signing secret. ${ENTER_SECRET}`;
	for (const { name, secret } of filled) {
		if (!isLongEnough(secret)) {
			return `'${name}' is too short: a signing secret has at least ${MIN_VISIBLE_CHARACTERS} visible characters. Copy it from the Developers page again.`;
		}
		// The service signs with the secret that users see, without this character. So no signature would match, and nobody
		// would see why.
		const character = findInvisibleCharacter(secret);
		if (character !== undefined)
			return `'${name}' contains ${describeCharacter(character)}. Copy it again.`;
	}
	return undefined;
}

/** What to do without a secret. */
export const ENTER_SECRET = `Open the credential and fill in '${SECRET_FIELDS.testSigningSecret}' or '${SECRET_FIELDS.productionSigningSecret}': the Developers page of the service shows the secret beside the endpoint with this URL.`;

function isLongEnough(secret: string): boolean {
	return countVisibleCharacters(secret) >= MIN_VISIBLE_CHARACTERS;
}

function toTrimmedText(value: unknown): string {
	return typeof value === 'string' ? trimInvisible(value) : '';
}
