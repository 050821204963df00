import { createHash, randomUUID } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { rawMail, type CloudMail } from './mails';

/** The label of the example: a search names it in lower case, and with hyphens for spaces. */
const LABEL = { id: 'Label_7', name: 'Tag PDF', without: '-label:tag-pdf' } as const;

/** A file in a drive. */
export interface DriveFile {
	readonly id: string;
	name: string;
	folder: string;
	content: Buffer;
	/** Google's type of what is no PDF, such as a shortcut; it has no content of its own. */
	readonly googleType?: string;
}

/** Files in one answer of Google Drive. */
const PAGE = 20;

/** Gmail's routes: labels, list, read, add a label. */
export function gmail(server: FastifyInstance, mails: readonly CloudMail[]): void {
	const root = '/gmail/v1/users/me';
	const find = (id: string) => mails.find((mail) => mail.id === id);
	server.get(`${root}/labels`, () => ({ labels: [{ id: LABEL.id, name: LABEL.name }] }));
	server.get<{ Querystring: { q: string; maxResults?: string } }>(
		`${root}/messages`,
		({ query: { q, maxResults = '100' } }) => {
			// The newest come first.
			const found = mails.filter(({ marks }) => !q.includes(LABEL.without) || marks.length === 0);
			const newest = [...found].reverse().slice(0, Number(maxResults));
			return { messages: newest.map(({ id }) => ({ id, threadId: id })) };
		},
	);
	server.get<{ Params: { id: string }; Querystring: { format: string } }>(
		`${root}/messages/:id`,
		async ({ params: { id }, query: { format } }) => {
			const { subject, received: date, attachments = [] } = find(id) ?? {};
			const known = {
				id,
				threadId: id,
				labelIds: ['INBOX'],
				internalDate: String(date?.getTime()),
			};
			if (format === 'metadata') {
				return { ...known, payload: { headers: [{ name: 'Subject', value: subject }] } };
			}
			const raw = await rawMail({ subject, date, attachments: [...attachments] });
			return { ...known, raw: raw.toString('base64url') };
		},
	);
	server.post<{ Params: { id: string }; Body: { addLabelIds: string[] } }>(
		`${root}/messages/:id/modify`,
		({ params: { id }, body }) => {
			const mail = find(id);
			if (mail) mail.marks = [...mail.marks, ...body.addLabelIds];
			return { id };
		},
	);
}

/** A file as Google Drive lists it. */
function describe({ id, name, content, googleType }: DriveFile) {
	const webViewLink = `https://drive.google.com/file/d/${id}/view`;
	if (googleType) {
		return { id, name, mimeType: `application/vnd.google-apps.${googleType}`, webViewLink };
	}
	const md5Checksum = createHash('md5').update(content).digest('hex');
	const size = String(content.length);
	return { id, name, mimeType: 'application/pdf', md5Checksum, size, webViewLink };
}

/** Google Drive's routes: the files of a folder, download, resumable upload. */
export function googleDrive(server: FastifyInstance, files: DriveFile[]): void {
	type ById = { Params: { id: string } };
	const find = (id: string) => files.find((file) => file.id === id);
	/** What is uploaded in parts is a file only with its last part. */
	const uploads = new Map<string, DriveFile>();
	server.get<{ Querystring: { q: string; pageToken?: string } }>(
		'/drive/v3/files',
		({ query: { q, pageToken = '0' } }) => {
			const folder = /'([^']*)' in parents/.exec(q)?.[1];
			const found = files.filter((file) => file.folder === folder).slice(Number(pageToken));
			return {
				files: found.slice(0, PAGE).map(describe),
				...(found.length > PAGE && { nextPageToken: String(Number(pageToken) + PAGE) }),
			};
		},
	);
	server.get<ById & { Querystring: { alt?: string } }>(
		'/drive/v3/files/:id',
		async ({ params: { id }, query: { alt } }, reply) => {
			const file = find(id);
			if (!file) return await reply.code(404).send({});
			if (alt !== 'media') return describe(file);
			return await reply.type('application/pdf').send(file.content);
		},
	);
	// Google exports its own documents, and nothing for a shortcut.
	server.get<ById>('/drive/v3/files/:id/export', async ({ params: { id } }, reply) => {
		const { googleType } = find(id) ?? {};
		if (googleType !== 'document') return await reply.code(403).send({ error: { code: 403 } });
		return await reply.type('application/octet-stream').send(Buffer.from('PK'));
	});
	server.post<{ Body: { name: string; parents: [string] } }>(
		'/upload/drive/v3/files',
		async ({ body: { name, parents }, hostname }, reply) => {
			const id = randomUUID();
			uploads.set(id, { id, name, folder: parents[0], content: Buffer.alloc(0) });
			const location = `https://${hostname}/upload/drive/v3/files?upload_id=${id}`;
			return await reply.header('location', location).send({});
		},
	);
	server.put<{ Querystring: { upload_id: string }; Body: Buffer }>(
		'/upload/drive/v3/files',
		// As at Google, the address of an upload is the permission to send its parts.
		{ config: { open: true } },
		async ({ query: { upload_id: id }, body, headers }, reply) => {
			const file = uploads.get(id);
			if (!file) return await reply.code(404).send({});
			file.content = Buffer.concat([file.content, body]);
			const [, last, total] = /-(\d+)\/(\d+)/.exec(headers['content-range'] ?? '') ?? [];
			if (Number(last) + 1 !== Number(total)) return await reply.code(308).send({});
			uploads.delete(id);
			files.push(file);
			return await reply.send({ id });
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
