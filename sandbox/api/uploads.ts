import type { FastifyInstance } from 'fastify';
import type { components } from '../../contract/service';
import type { Service } from '../service';
import { presignPost } from '../storage/policy';
import { UPLOADS } from '../storage/uploads';

type Schemas = components['schemas'];

/** POST /v1/uploads (interface 4.2). */
export function uploadRoutes(app: FastifyInstance, service: Service): void {
	const { ids, options, uploads } = service;
	app.post<{ Body: Schemas['UploadRequest'] | undefined }>(
		'/v1/uploads',
		{ config: { step: 'createUpload' } },
		async ({ account, body, id }, reply) => {
			const key = ids.next('upload');
			const { accountId } = account;
			const filename = body?.filename ?? null;
			uploads.add(key, { key, accountId, filename, createdAt: options.now(), document: null });
			const upload: Schemas['Upload'] = {
				upload_url: `${service.storageUrl}/${UPLOADS}`,
				fields: presignPost(key, ids, options),
				key,
				request_id: id,
			};
			return await reply.code(201).send(upload);
		},
	);
}
