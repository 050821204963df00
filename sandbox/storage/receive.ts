import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import { Transform, type Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Busboy } from '@fastify/busboy';
import type { SeenPart } from '../state/requests';
import { StorageError } from './errors';

// S3's limit for everything before the file.
const MAX_FIELD_BYTES = 20_480;

/** A received file: it is at `path`, unless the fields before it were refused. */
export interface ReceivedFile {
	key: string;
	bytes: number;
	/** Hex. */
	sha256: string;
}

/** Returns the limits that the fields before the file allow; throws a StorageError if they allow nothing. */
export type Allow = (fields: Map<string, string>) => {
	key: string;
	minBytes: number;
	maxBytes: number;
};

/**
 * Streams a multipart form's file to a path, with constant memory. Like S3, it uses only the fields before
 * the file and ignores those after it. It reads the whole request even when it refuses it, so that the
 * refusal reaches the client.
 *
 * @throws StorageError for a malformed form, a refused one, no file, several, or a wrong size
 */
export async function receiveForm(
	request: IncomingMessage,
	path: string,
	parts: SeenPart[],
	allow: Allow,
): Promise<ReceivedFile> {
	const fields = new Map<string, string>();
	const files: Array<Promise<ReceivedFile>> = [];
	const form = new Busboy({
		headers: { ...request.headers, 'content-type': request.headers['content-type'] ?? '' },
		limits: { fieldSize: MAX_FIELD_BYTES },
		isPartAFile: (name, _type, filename) => name === 'file' || filename !== undefined,
	});
	form.on('field', (name, value) => {
		parts.push({ name });
		fields.set(name, value);
	});
	form.on('file', (name, content, filename, _encoding, contentType) => {
		parts.push({ name, filename, contentType });
		// Checks the fields now, because later fields do not count.
		files.push(storeFile(name, content, path, () => allow(fields)));
	});
	const malformed = 'The body of your POST request is not well-formed multipart/form-data.';
	const reading = pipeline(request, form).catch(() => {
		throw new StorageError(400, 'MalformedPOSTRequest', malformed);
	});
	await reading;
	const results = await Promise.allSettled(files);
	const [first] = results;
	if (first === undefined || results.length > 1)
		throw new StorageError(
			400,
			'InvalidArgument',
			'POST requires exactly one file upload per request.',
			{
				ArgumentName: 'file',
				ArgumentValue: results.length,
			},
		);
	if (first.status === 'rejected') throw first.reason;
	return first.value;
}

async function storeFile(
	name: string,
	content: Readable,
	path: string,
	allow: () => ReturnType<Allow>,
): Promise<ReceivedFile> {
	try {
		if (name !== 'file')
			throw new StorageError(400, 'InvalidArgument', `The file's field is named 'file'.`);
		const { key, minBytes, maxBytes } = allow();
		const { bytes, sha256 } = await writeMeasured(content, path, maxBytes);
		const sizes = { ProposedSize: bytes, MaxSizeAllowed: maxBytes, MinSizeAllowed: minBytes };
		if (bytes > maxBytes)
			throw new StorageError(
				400,
				'EntityTooLarge',
				'Your proposed upload exceeds the maximum allowed size',
				sizes,
			);
		if (bytes < minBytes)
			throw new StorageError(
				400,
				'EntityTooSmall',
				'Your proposed upload is smaller than the minimum allowed size',
				sizes,
			);
		return { key, bytes, sha256 };
	} catch (error) {
		content.resume();
		throw error;
	}
}

/** Counts every byte but writes at most the maximum. */
async function writeMeasured(content: Readable, path: string, maxBytes: number) {
	const hash = createHash('sha256');
	let bytes = 0;
	const meter = new Transform({
		transform(chunk: Buffer, _encoding, done) {
			bytes += chunk.length;
			hash.update(chunk);
			done(null, bytes > maxBytes ? undefined : chunk);
		},
	});
	await pipeline(content, meter, createWriteStream(path));
	return { bytes, sha256: hash.digest('hex') };
}
