import { createHash, randomUUID } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import type { DriveFile } from './google';
import type { CloudMail } from './mails';

type ById = { Params: { id: string } };

/** Microsoft Graph's routes for mail: mails of the inbox, one mail, its attachments, its categories. */
export function outlook(server: FastifyInstance, mails: readonly CloudMail[]): void {
	const root = '/v1.0/me/messages';
	const find = (id: string) => mails.find((mail) => mail.id === id);
	const describe = ({ id, subject, received, marks }: CloudMail) => ({
		id,
		subject,
		receivedDateTime: received.toISOString(),
		categories: marks,
		hasAttachments: true,
		webLink: `https://outlook.office365.com/owa/?ItemID=${id}`,
	});
	server.get('/v1.0/me/mailFolders/inbox/messages', () => ({ value: mails.map(describe) }));
	server.get<ById>(`${root}/:id`, async ({ params: { id } }, reply) => {
		const mail = find(id);
		return mail ? describe(mail) : await reply.code(404).send({});
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
	server.patch<ById & { Body: { categories: string[] } }>(`${root}/:id`, ({ params, body }) => {
		const mail = find(params.id);
		if (mail) mail.marks = body.categories;
		return { id: params.id };
	});
}

/** Microsoft Graph's routes for OneDrive: the files of a folder, download, upload by name. */
export function oneDrive(server: FastifyInstance, files: DriveFile[]): void {
	const root = '/v1.0/me/drive/items';
	const find = (id: string) => files.find((file) => file.id === id);
	const describe = ({ id, name, content }: DriveFile) => {
		const quickXorHash = createHash('md5').update(content).digest('base64');
		const file = { mimeType: 'application/pdf', hashes: { quickXorHash } };
		return { id, name, size: content.length, webUrl: `https://onedrive.live.com/?id=${id}`, file };
	};
	server.get<ById>(`${root}/:id/children`, ({ params: { id } }) => ({
		value: files.filter(({ folder }) => folder === id).map(describe),
	}));
	server.get<ById>(`${root}/:id`, async ({ params: { id } }, reply) => {
		const file = find(id);
		return file ? describe(file) : await reply.code(404).send({});
	});
	server.get<ById>(`${root}/:id/content`, async ({ params: { id } }, reply) => {
		const file = find(id);
		return await reply
			.code(file ? 200 : 404)
			.type('application/pdf')
			.send(file?.content);
	});
	server.put<{ Params: { '*': string }; Body: Buffer }>(
		`${root}/*`,
		({ params, body: content }) => {
			const [, folder = '', name = ''] = /^([^:]*):\/(.*):\/content$/.exec(params['*']) ?? [];
			const same = files.find((file) => file.folder === folder && file.name === name);
			const file = same ?? { id: randomUUID(), folder, name, content };
			file.content = content;
			if (!same) files.push(file);
			return JSON.stringify({ id: file.id, name });
		},
	);
}
