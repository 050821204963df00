import { randomUUID } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { rawMail, type CloudMail } from './mails';

/** A file in a drive. */
export interface DriveFile {
	readonly id: string;
	name: string;
	folder: string;
	content: Buffer;
}

/** Gmail's routes: list, read, mark as read. */
export function gmail(server: FastifyInstance, mails: readonly CloudMail[]): void {
	const root = '/gmail/v1/users/me';
	const find = (id: string) => mails.find((mail) => mail.id === id);
	server.get(`${root}/labels`, () => ({ labels: [] }));
	server.get<{ Querystring: { q: string } }>(`${root}/messages`, ({ query: { q } }) => {
		const found = mails.filter(({ read }) => !read || !q.includes('is:unread'));
		return { messages: found.map(({ id }) => ({ id, threadId: id })) };
	});
	server.get<{ Params: { id: string } }>(`${root}/messages/:id`, async ({ params: { id } }) => {
		const { subject, received: date, attachments = [] } = find(id) ?? {};
		const raw = await rawMail({ subject, date, attachments: [...attachments] });
		return { id, threadId: id, labelIds: ['UNREAD', 'INBOX'], raw: raw.toString('base64url') };
	});
	server.post<{ Params: { id: string }; Body: { removeLabelIds: string[] } }>(
		`${root}/messages/:id/modify`,
		({ params: { id }, body }) => {
			const mail = find(id);
			if (mail) mail.read = body.removeLabelIds.includes('UNREAD');
			return { id };
		},
	);
}

/** Google Drive's routes: the files of a folder, download, resumable upload. */
export function googleDrive(server: FastifyInstance, files: DriveFile[]): void {
	type ById = { Params: { id: string } };
	const find = (id: string) => files.find((file) => file.id === id);
	server.get<{ Querystring: { q: string } }>('/drive/v3/files', ({ query: { q } }) => {
		const folder = /'([^']*)' in parents/.exec(q)?.[1];
		const found = files.filter((file) => file.folder === folder);
		return { files: found.map(({ id, name }) => ({ id, name })) };
	});
	server.get<ById & { Querystring: { alt?: string } }>(
		'/drive/v3/files/:id',
		async ({ params: { id }, query: { alt } }, reply) => {
			const file = find(id);
			if (!file) return await reply.code(404).send({});
			if (alt !== 'media') return { id, name: file.name, mimeType: 'application/pdf' };
			return await reply.type('application/pdf').send(file.content);
		},
	);
	server.post<{ Body: { name: string; parents: [string] } }>(
		'/upload/drive/v3/files',
		async ({ body: { name, parents }, hostname }, reply) => {
			const id = randomUUID();
			files.push({ id, name, folder: parents[0], content: Buffer.alloc(0) });
			const location = `https://${hostname}/upload/drive/v3/files?upload_id=${id}`;
			return await reply.header('location', location).send({});
		},
	);
	server.put<{ Querystring: { upload_id: string }; Body: Buffer }>(
		'/upload/drive/v3/files',
		// As at Google, the address of an upload is the permission to send its parts.
		{ config: { open: true } },
		async ({ query: { upload_id: id }, body, headers }, reply) => {
			const file = find(id);
			if (!file) return await reply.code(404).send({});
			file.content = Buffer.concat([file.content, body]);
			const [, last, total] = /-(\d+)\/(\d+)/.exec(headers['content-range'] ?? '') ?? [];
			return await reply.code(Number(last) + 1 === Number(total) ? 200 : 308).send({ id });
		},
	);
	server.patch<ById & { Querystring: { addParents?: string }; Body: { name: string } }>(
		'/drive/v3/files/:id',
		async ({ params: { id }, query: { addParents }, body: { name } }, reply) => {
			const file = find(id);
			if (!file) return await reply.code(404).send({});
			file.name = name;
			file.folder = addParents ?? file.folder;
			return { id, name };
		},
	);
}
