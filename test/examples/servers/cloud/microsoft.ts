import type { FastifyInstance } from 'fastify';
import type { CloudMail } from './mails';

type ById = { Params: { id: string } };

/** Microsoft Graph's routes for mail: unread mails, their attachments, mark as read. */
export function outlook(server: FastifyInstance, mails: readonly CloudMail[]): void {
	const root = '/v1.0/me/messages';
	const find = (id: string) => mails.find((mail) => mail.id === id);
	server.get<{ Querystring: { $filter: string } }>(root, ({ query: { $filter } }) => {
		const found = mails.filter(({ read }) => !read || !$filter.includes('isRead eq false'));
		const value = found.map(({ id, subject, received }) => {
			const receivedDateTime = received.toISOString();
			return { id, subject, receivedDateTime, hasAttachments: true };
		});
		return { value };
	});
	server.get<ById>(`${root}/:id/attachments`, ({ params: { id } }) => ({
		value: find(id)?.attachments.map(({ filename, contentType }, index) => ({
			id: String(index),
			name: filename,
			contentType,
		})),
	}));
	server.get<{ Params: { id: string; index: string } }>(
		`${root}/:id/attachments/:index/$value`,
		async ({ params: { id, index } }, reply) => {
			const attachment = find(id)?.attachments[Number(index)];
			return await reply.type('application/octet-stream').send(attachment?.content);
		},
	);
	server.patch<ById & { Body: { isRead: boolean } }>(`${root}/:id`, ({ params: { id }, body }) => {
		const mail = find(id);
		if (mail) mail.read = body.isRead;
		return { id };
	});
}

/** Microsoft Graph's route to upload into OneDrive's root folder, by name. */
export function oneDrive(server: FastifyInstance, files: Map<string, Buffer>): void {
	server.put<{ Params: { '*': string }; Body: Buffer }>(
		'/v1.0/me/drive/items/*',
		({ params, body }) => {
			const name = /^root:\/(.*):\/content$/.exec(params['*'])?.[1] ?? '';
			files.set(name, body);
			return JSON.stringify({ id: name, name });
		},
	);
}
