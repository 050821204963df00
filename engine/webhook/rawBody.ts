import type { Request, Response } from 'express';
import { parseIncomingMessage } from 'n8n-core';
import { jsonParse } from 'n8n-workflow';
import { once } from 'node:events';
import { createGunzip, createInflate } from 'node:zlib';
import getRawBody from 'raw-body';

/** n8n's default for N8N_PAYLOAD_SIZE_MAX. */
const LIMIT = '16mb';

/** n8n reads these bodies for all nodes. It leaves other bodies to nodes above version 1. */
const READ_FOR_ALL =
	/^(application\/json|text\/plain|application\/x-www-form-urlencoded|.*[/+]xml$)/;

/**
 * Reads a webhook's body as n8n 1.123 does before it calls the node (rawBodyReader, parseRequestBody):
 * raw bytes after decompression in `rawBody`, JSON parsed in `body`, multipart consumed.
 *
 * @returns false when n8n would not call the node; the answer is already sent
 */
export async function readBody(req: Request, res: Response, typeVersion: number): Promise<boolean> {
	parseIncomingMessage(req);
	let bytes: Promise<Buffer> | undefined;
	req.readRawBody = async () => {
		bytes ??= getRawBody(decoded(req), { limit: LIMIT });
		req.rawBody = await bytes;
	};
	if (req.contentType?.startsWith('multipart/')) {
		req.resume();
		await once(req, 'end');
		return true;
	}
	if (typeVersion > 1 && !READ_FOR_ALL.test(req.contentType ?? '')) return true;
	try {
		await req.readRawBody();
	} catch {
		res.status(500).json({ code: 0, message: 'There was a problem executing the workflow' });
		return false;
	}
	if (req.rawBody.length === 0 || req.contentType !== 'application/json') return true;
	try {
		req.body = jsonParse<unknown>(req.rawBody.toString(req.encoding));
		return true;
	} catch {
		res.status(422).json({ code: 422, message: 'Failed to parse request body' });
		return false;
	}
}

function decoded(req: Request) {
	switch (req.headers['content-encoding']) {
		case 'gzip':
			return req.pipe(createGunzip());
		case 'deflate':
			return req.pipe(createInflate());
		case undefined:
		default:
			return req;
	}
}
