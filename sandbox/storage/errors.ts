/** An error that the storage answers with S3's XML. */
export class StorageError extends Error {
	constructor(
		readonly status: number,
		readonly code: string,
		message: string,
		/** Further elements of the XML, such as `MaxSizeAllowed`. */
		readonly details: Record<string, string | number> = {},
	) {
		super(message);
	}
}

/** S3's code for a status without a more specific reason. */
export function genericError(status: number): StorageError {
	const code: Record<number, string> = {
		400: 'InvalidRequest',
		403: 'AccessDenied',
		404: 'NoSuchKey',
		405: 'MethodNotAllowed',
		409: 'OperationAborted',
		411: 'MissingContentLength',
		413: 'EntityTooLarge',
		429: 'SlowDown',
		503: 'SlowDown',
	};
	return new StorageError(status, code[status] ?? 'InternalError', 'A fault on order.');
}

/** The XML body of an error. */
export function toXml(error: StorageError, requestId: string): string {
	const elements = { Code: error.code, Message: error.message, ...error.details };
	return xml('Error', { ...elements, RequestId: requestId, HostId: 'sandbox' });
}

/** An XML document of one level. */
export function xml(root: string, elements: Record<string, string | number>): string {
	const escape = (text: string) =>
		text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
	const inner = Object.entries(elements)
		.map(([name, value]) => `<${name}>${escape(String(value))}</${name}>`)
		.join('');
	return `<?xml version="1.0" encoding="UTF-8"?>\n<${root}>${inner}</${root}>`;
}
