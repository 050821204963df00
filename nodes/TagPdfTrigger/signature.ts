import { createHmac, timingSafeEqual } from 'crypto';

/** In lower case, as Node returns header names. */
export const SIGNATURE_HEADER = 'x-service-signature';

/** Seconds; the interface says "a few minutes" (5.2). */
export const DEFAULT_TOLERANCE_S = 300;
export const MAX_TOLERANCE_S = 3_600;

/** The headers of a delivery, which anybody can forge, and what the signature's timestamp is compared with. */
export interface Claim {
	/** Every value of the signature header, one for each header line that was sent. */
	headers: string[];
	/** Now, in Unix seconds. */
	now: number;
	/**
	 * Returns the seconds that the timestamp may lie in the past or in the future. Called only for a well-formed
	 * signature.
	 */
	getTolerance: () => number;
}

/**
 * Whether the service has signed a delivery. The signature header has the form `t=<unix_seconds>,v1=<hmac>`. The HMAC
 * is an HMAC-SHA256 over `<t>.<raw_body>`, with the endpoint's secret as its key (interface 5.2).
 *
 * Every `v1` is compared with the HMAC of every secret, in constant time and without an early exit, so that the
 * duration reveals nothing. There may be several `v1`: while a secret is rotated, the service may sign with the old and
 * the new one.
 *
 * @param body the raw body as it came, unparsed
 * @param secrets of the endpoints that may have sent the delivery; empty ones are ignored, and without others no
 * delivery is genuine
 */
export function isGenuine(
	{ hmacs, timestamp }: Signature,
	body: Buffer,
	secrets: readonly string[],
): boolean {
	let matches = 0;
	for (const secret of secrets) {
		if (secret === '') continue;
		const expected = createHmac('sha256', secret).update(`${timestamp}.`).update(body).digest();
		for (const candidate of hmacs) matches += Number(timingSafeEqual(candidate, expected));
	}
	return matches > 0;
}

/** The signature as it was sent, or why it is refused. This needs neither body nor secrets. */
export function readSignature({
	headers: [header, ...others],
	now,
	getTolerance,
}: Claim): Signature | 'missing' | 'malformed' | 'expired' {
	if (header === undefined) return 'missing';
	const signature = others.length === 0 ? parseHeader(header) : undefined;
	if (signature === undefined) return 'malformed';
	return Math.abs(now - signature.timestamp) <= getTolerance() ? signature : 'expired';
}

interface Signature {
	timestamp: number;
	hmacs: Buffer[];
}

/**
 * Reads the header's parts in any order. It ignores names other than `t` and `v1`, for later versions of
 * the scheme. It refuses spaces, because repeated headers may arrive as one header, joined by a comma and a space.
 *
 * @returns undefined if a part has no name or no value, if there is not exactly one valid `t`, or if no `v1` is an HMAC
 */
function parseHeader(header: string): Signature | undefined {
	let timestamp: number | undefined;
	const hmacs: Buffer[] = [];
	for (const part of header.split(',')) {
		const [, name, value] = /^([^\s=]+)=(\S+)$/.exec(part) ?? [];
		if (name === undefined || value === undefined) return undefined;
		if (name === 't') {
			if (timestamp !== undefined || !isUnixSeconds(value)) return undefined;
			timestamp = Number(value);
		}
		if (name === 'v1') hmacs.push(...decodeHmac(value));
	}
	return timestamp === undefined || hmacs.length === 0 ? undefined : { timestamp, hmacs };
}

/** Accepts one spelling per number, so that the signed text can be rebuilt from the number. */
function isUnixSeconds(text: string): boolean {
	return /^[1-9]\d*$/.test(text) && Number.isSafeInteger(Number(text));
}

/** The interface leaves the encoding open (6.4). Each encoding is accepted only in the form that encoders write. */
const ENCODINGS: Array<[pattern: RegExp, encoding: BufferEncoding]> = [
	[/^(?:[0-9a-f]{64}|[0-9A-F]{64})$/, 'hex'],
	[/^[A-Za-z0-9+/]{42}[AEIMQUYcgkosw048]=?$/, 'base64'],
	[/^[A-Za-z0-9_-]{42}[AEIMQUYcgkosw048]=?$/, 'base64url'],
];

/** A list with the 32 bytes of a `v1`; an empty list if the text is no encoded SHA-256. */
function decodeHmac(text: string): Buffer[] {
	const encoding = ENCODINGS.find(([pattern]) => pattern.test(text))?.[1];
	return encoding === undefined ? [] : [Buffer.from(text, encoding)];
}
