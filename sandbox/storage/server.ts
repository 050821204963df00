import { createReadStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import { observe, ordered } from '../faults/observe';
import type { Service } from '../service';
import { genericError, StorageError, toXml, xml } from './errors';
import { checkFields } from './policy';
import { checkPresignedGet, RESULTS } from './presigned-url';
import { receiveForm } from './receive';
import { removeDocument, UPLOADS } from './uploads';

const XML = 'application/xml';

/** The storage: presigned POST in, presigned GET out, S3's answers. Not yet listening. */
export function createStorage(service: Service): FastifyInstance {
	const app = fastify({
		genReqId: () => service.ids.unique('storage request').slice(0, 16).toUpperCase(),
		forceCloseConnections: true,
		exposeHeadRoutes: false,
	});
	observe(app, service, (status, id) => ({ type: XML, text: toXml(genericError(status), id) }));
	// Bodies remain streams, which the route reads.
	app.removeAllContentTypeParsers();
	app.addContentTypeParser('*', (_request, body, done) => done(null, body));

	app.post(`/${UPLOADS}`, { config: { step: 'store' } }, async (request, reply) =>
		store(service, request, reply),
	);
	app.get<{ Params: { key: string }; Querystring: Record<string, string | undefined> }>(
		`/${RESULTS}/:key`,
		{ config: { step: 'download' } },
		async ({ headers, params: { key }, query, seen }, reply) => {
			refuseAuthorization(headers.authorization);
			const { ids, jobs, options } = service;
			checkPresignedGet(key, query, ids, options.now(), ordered(seen, 'expired'));
			const job = jobs.all.find(({ resultKey }) => resultKey === key);
			if (!job?.result)
				throw new StorageError(404, 'NoSuchKey', 'The specified key does not exist.');
			seen.accountId = job.accountId;
			return await reply
				.type('application/pdf')
				.header('content-length', job.result.bytes)
				.send(createReadStream(job.result.path));
		},
	);

	app.setNotFoundHandler((request, reply) => {
		const error = new StorageError(
			405,
			'MethodNotAllowed',
			'The specified method is not allowed against this resource.',
		);
		return reply.code(405).type(XML).send(toXml(error, request.id));
	});
	app.setErrorHandler((thrown: Error, request, reply) => {
		const error =
			thrown instanceof StorageError
				? thrown
				: new StorageError(500, 'InternalError', thrown.message);
		return reply.code(error.status).type(XML).send(toXml(error, request.id));
	});
	return app;
}

/** Handles the presigned POST (interface 4.2), with S3's refusals. */
async function store(service: Service, request: FastifyRequest, reply: FastifyReply) {
	const { folder, ids, options, uploads } = service;
	const { headers, raw, seen } = request;
	// The tagger recognizes a document by its extension.
	const path = join(folder, `${ids.unique('document')}.pdf`);
	try {
		if (headers['content-length'] === undefined)
			throw new StorageError(
				411,
				'MissingContentLength',
				'You must provide the Content-Length HTTP header.',
			);
		refuseAuthorization(headers.authorization);
		if (!headers['content-type']?.startsWith('multipart/form-data'))
			throw new StorageError(
				412,
				'PreconditionFailed',
				'At least one of the pre-conditions you specified did not hold',
				{
					Condition: 'Bucket POST must be of the enclosure-type multipart/form-data',
				},
			);
		const { key, bytes, sha256 } = await receiveForm(raw, path, seen.parts, (fields) =>
			checkFields(fields, ids, options.now(), ordered(seen, 'expired')),
		);
		const upload = uploads.get(key);
		if (!upload) throw new StorageError(403, 'AccessDenied', 'Access Denied');
		seen.accountId = upload.accountId;
		removeDocument(upload);
		upload.document = { path, bytes, sha256, storedAt: options.now(), submitted: false };
		const location = `${service.storageUrl}/${UPLOADS}/${encodeURIComponent(key)}`;
		const etag = `"${sha256.slice(0, 32)}"`;
		reply.code(options.storeStatus).headers({ location, etag });
		if (options.storeStatus !== 201) return await reply.send();
		const elements = { Location: location, Bucket: UPLOADS, Key: key, ETag: etag };
		return await reply.type(XML).send(xml('PostResponse', elements));
	} catch (error) {
		await rm(path, { force: true });
		raw.resume();
		throw error;
	}
}

/** S3 accepts only one credential, and the request already has the presigned one. */
function refuseAuthorization(authorization: string | undefined): void {
	if (authorization === undefined) return;
	throw new StorageError(
		400,
		'InvalidArgument',
		'Only one auth mechanism allowed; only the X-Amz-Algorithm query parameter, Signature query string parameter or the Authorization header should be specified',
		{ ArgumentName: 'Authorization' },
	);
}
