import type {
	ICredentialDataDecryptedObject,
	ICredentialsDecrypted,
	INodeCredentialsDetails,
	INodeCredentialTestResult,
	IWebhookFunctions,
} from 'n8n-workflow';

import {
	countVisibleCharacters,
	describeCharacter,
	findInvisibleCharacter,
	trimInvisible,
} from '../../client/address';
import { getNodeKey } from './log';

/** The fields of `TagPdfWebhookApi`, and what users see. */
const SECRET_FIELDS = {
	signingSecret: 'Signing Secret',
	secondSigningSecret: 'Second Signing Secret',
	thirdSigningSecret: 'Third Signing Secret',
};

/** A shorter secret can be guessed. One of invisible characters alone looks like an empty field. */
const MIN_VISIBLE_CHARACTERS = 8;

/** How long a reading of the credential counts, in milliseconds. */
const READING_LIFETIME_MS = 1_000;

/** By node: its last reading of the credential. */
const readings = new Map<string, { at: number; credential: string; secrets: Promise<string[]> }>();

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
	const node = getNodeKey(context);
	const credential = JSON.stringify([id, name]);
	const last = readings.get(node);
	// `abs`, because the machine's clock may have been set back.
	const isFresh = last && Math.abs(now - last.at) < READING_LIFETIME_MS;
	if (isFresh && last.credential === credential) return await last.secrets;
	const secrets = context.getCredentials('tagPdfWebhookApi').then(listSigningSecrets);
	readings.set(node, { at: now, credential, secrets });
	return await secrets;
}

/** All secrets that are long enough, without the invisible characters that copying adds at the ends. */
export function listSigningSecrets(data: ICredentialDataDecryptedObject): string[] {
	return Object.keys(SECRET_FIELDS)
		.map((field) => toTrimmedText(data[field]))
		.filter(isLongEnough);
}

/**
 * Checks that there is a secret, and that none is too short or has an invisible character inside. n8n shows the message
 * beside the credential. Only the first event shows whether the secrets belong to the endpoint.
 */
export function testSigningSecrets({
	data = {},
}: ICredentialsDecrypted): Promise<INodeCredentialTestResult> {
	return Promise.resolve(judgeSecrets(data));
}

function judgeSecrets(data: ICredentialDataDecryptedObject): INodeCredentialTestResult {
	if (toTrimmedText(data.signingSecret) === '') {
		const message = "Fill in 'Signing Secret': the Developers page shows it beside the endpoint.";
		return { status: 'Error', message };
	}
	for (const [field, name] of Object.entries(SECRET_FIELDS)) {
		const secret = toTrimmedText(data[field]);
		if (secret === '' || isLongEnough(secret)) continue;
		const message = `'${name}' is too short: a signing secret has at least ${MIN_VISIBLE_CHARACTERS} visible characters. Copy it from the Developers page again.`;
		return { status: 'Error', message };
	}
	const problem = findInvisible(data);
	if (problem !== undefined) return { status: 'Error', message: problem };
	const message = 'The secret is filled in. The first event shows whether it is the right one.';
	return { status: 'OK', message };
}

function isLongEnough(secret: string): boolean {
	return countVisibleCharacters(secret) >= MIN_VISIBLE_CHARACTERS;
}

/** A signature is not computed with the text that users see, so nobody would find the reason. */
function findInvisible(data: ICredentialDataDecryptedObject): string | undefined {
	for (const [field, name] of Object.entries(SECRET_FIELDS)) {
		const character = findInvisibleCharacter(toTrimmedText(data[field]));
		if (character === undefined) continue;
		return `'${name}' contains ${describeCharacter(character)}. Copy it again.`;
	}
	return undefined;
}

function toTrimmedText(value: unknown): string {
	return typeof value === 'string' ? trimInvisible(value) : '';
}
