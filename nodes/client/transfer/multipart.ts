export interface MultipartFrame {
	/** Everything before the file's bytes. */
	head: Buffer;
	/** Everything after them. */
	tail: Buffer;
	/** Value of the request's Content-Type header. */
	contentType: string;
}

/**
 * The bytes around the file in a multipart/form-data body (RFC 7578) for a presigned POST. All entries of
 * `fields` come first, in their order, and the file part last (interface 4.2). S3 ignores fields after the
 * file.
 *
 * @param boundary a token that does not occur in the body; the caller makes it random
 */
export function frameMultipart(
	fields: Record<string, string>,
	fileName: string,
	boundary: string,
): MultipartFrame {
	const parts = Object.entries(fields).map(
		([name, value]) =>
			`--${boundary}\r\nContent-Disposition: form-data; name="${escapeQuotes(name)}"\r\n\r\n${value}\r\n`,
	);
	const filePart =
		`--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="${escapeQuotes(fileName)}"\r\n` +
		'Content-Type: application/pdf\r\n\r\n';
	return {
		head: Buffer.from(parts.join('') + filePart),
		tail: Buffer.from(`\r\n--${boundary}--\r\n`),
		contentType: `multipart/form-data; boundary=${boundary}`,
	};
}

/** The three escapes that the HTML standard's form encoding defines for names in quotes. */
function escapeQuotes(text: string): string {
	return text.replace(/\r/g, '%0D').replace(/\n/g, '%0A').replace(/"/g, '%22');
}
