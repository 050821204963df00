import { createHmac } from 'node:crypto';
import type { Ids } from '../state/ids';
import { StorageError } from './errors';

/** Bucket of tagged PDFs. */
export const RESULTS = 'results';

const sign = (key: string, date: string, seconds: string, ids: Ids) =>
	createHmac('sha256', ids.secret('storage'))
		.update(`GET\n/${RESULTS}/${key}\n${date}\n${seconds}`)
		.digest('hex');

/** Returns a URL that serves one result for some seconds, without any other credential. */
export function presignGet(
	storageUrl: string,
	key: string,
	seconds: number,
	ids: Ids,
	now: number,
): string {
	const date = String(now);
	const query = new URLSearchParams({
		'X-Amz-Algorithm': 'AWS4-HMAC-SHA256',
		'X-Amz-Date': date,
		'X-Amz-Expires': String(seconds),
		'X-Amz-Signature': sign(key, date, String(seconds), ids),
	});
	return `${storageUrl}/${RESULTS}/${key}?${query.toString()}`;
}

/**
 * @throws StorageError 403 with S3's texts when the signature is missing or wrong, or when the URL has
 *   expired
 */
export function checkPresignedGet(
	key: string,
	query: Record<string, string | undefined>,
	ids: Ids,
	now: number,
	expired: boolean,
): void {
	const { 'X-Amz-Date': date, 'X-Amz-Expires': seconds, 'X-Amz-Signature': given } = query;
	if (date === undefined || seconds === undefined || given === undefined)
		throw new StorageError(403, 'AccessDenied', 'Access Denied');
	if (given !== sign(key, date, seconds, ids))
		throw new StorageError(
			403,
			'SignatureDoesNotMatch',
			'The request signature we calculated does not match the signature you provided. Check your key and signing method.',
		);
	const expires = Number(date) + Number(seconds) * 1000;
	if (expired || expires <= now)
		throw new StorageError(403, 'AccessDenied', 'Request has expired', {
			'X-Amz-Expires': seconds,
			Expires: new Date(expires).toISOString(),
			ServerTime: new Date(now).toISOString(),
		});
}
