import { createHmac } from 'node:crypto';

/**
 * The header `X-Service-Signature` (interface 5.2): HMAC-SHA256 over `<t>.<raw_body>`.
 *
 * @param timestamp Unix seconds
 */
export function signatureHeader(
	secret: string,
	timestamp: number,
	body: string,
	encoding: 'hex' | 'base64',
): string {
	const hmac = createHmac('sha256', secret).update(`${timestamp}.${body}`).digest(encoding);
	return `t=${timestamp},v1=${hmac}`;
}
