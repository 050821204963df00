const HEADERS_END = '\r\n\r\n';

/**
 * The upload key and the file of a presigned POST; undefined if the body is incomplete.
 *
 * @param type the request's Content-Type
 */
export function formOf(
	type: string,
	body: Buffer,
): { uploadKey: string; file: Buffer } | undefined {
	const boundary = `--${/boundary=(.+)$/.exec(type)?.[1] ?? ''}`;
	const filePart = body.indexOf('name="file"');
	const end = body.lastIndexOf(`\r\n${boundary}--`);
	if (filePart < 0 || end < filePart) return undefined;
	const key = /name="key"\r\n\r\n([^\r]*)/.exec(body.subarray(0, filePart).toString())?.[1];
	const start = body.indexOf(HEADERS_END, filePart) + HEADERS_END.length;
	return key === undefined ? undefined : { uploadKey: key, file: body.subarray(start, end) };
}
