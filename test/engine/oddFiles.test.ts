import { rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { Container } from '@n8n/di';
import { BinaryDataService } from 'n8n-core';
import PostalMime from 'postal-mime';

import { readBinary, type StartItem } from '../../engine';
import { makeDocument, readTitle } from '../host/harness/documents';
import { listening } from '../listening';
import { present } from '../present';
import { openSetup, type Setup, tagPdf } from './setup';

const setups: Setup[] = [];
const servers: Server[] = [];
afterEach(async () => {
	for (const setup of setups.splice(0)) await setup.close();
	for (const server of servers.splice(0)) {
		server.closeAllConnections();
		server.close();
	}
});

async function open(...options: Parameters<typeof openSetup>) {
	const setup = await openSetup(...options);
	setups.push(setup);
	return setup;
}

describe('a URL', () => {
	/** Serves the PDF without the mark at its end, in the way and under the name that the path has. */
	const serve = async (whole: Buffer) => {
		const end = Buffer.alloc(2_000, ' ');
		const pdf = Buffer.concat([whole.subarray(0, whole.lastIndexOf('%%EOF')), end]);
		const server = createServer(({ url = '' }, response) => {
			const [, how = '', name = ''] = url.split('/');
			response.setHeader('content-type', 'application/pdf');
			if (name !== '') response.setHeader('content-disposition', `attachment; filename="${name}"`);
			if (how === 'length') response.setHeader('content-length', pdf.length);
			// Without a length and without chunks, only the end of the connection marks the end.
			if (how === 'close') response.useChunkedEncodingByDefault = false;
			if (how === 'cut') response.write(pdf, () => response.destroy());
			else response.end(how === 'text' ? pdf.toString() : how === 'whole' ? whole : pdf);
		});
		servers.push(server);
		return `http://${await listening(server)}`;
	};
	const limits = { retry: { firstContactMs: 1 } };

	test.each(['length', 'chunks'])(
		'gives a PDF without its end mark if it is whole by its %s',
		async (how) => {
			const { engine, sandbox } = await open({ binaryMode: 'filesystem', limits, tagger: 'copy' });
			const url = `${await serve(await makeDocument('endless'))}/${how}`;
			// A copy lacks the mark, too, so it is not downloaded.
			const [node] = tagPdf({ operation: 'submit', source: 'url', url });
			const execution = await engine.run({ nodes: [present(node)] });
			expect(execution.error).toBeUndefined();
			expect(sandbox.ledger.charges).toHaveLength(1);
		},
	);

	test.each([
		['close', /looks incomplete/],
		['cut', /arrived incomplete/],
		['text', /was read as text and is damaged/],
	])('is refused, free of charge, if its file comes by %s', async (how, message) => {
		const { engine, sandbox } = await open({ binaryMode: 'filesystem', limits });
		const url = `${await serve(await makeDocument('endless'))}/${how}`;
		const execution = await engine.run({ nodes: tagPdf({ source: 'url', url }) });
		expect(execution.error?.message).toMatch(message);
		expect(sandbox.ledger.charges).toEqual([]);
	});

	test('gives each document the name that its server gives to it, and equal ones are paid for once', async () => {
		const { engine, sandbox } = await open({ binaryMode: 'filesystem', limits });
		const origin = await serve(await makeDocument('download'));
		const items = ['a.pdf', 'b.pdf'].map((name) => ({ json: { url: `${origin}/whole/${name}` } }));
		const execution = await engine.run({
			nodes: tagPdf({ source: 'url', url: '={{ $json.url }}' }),
			items,
		});
		expect(execution.error).toBeUndefined();
		const names = execution.items().map(({ json }) => json.tagged_filename);
		expect(names).toEqual(['a-tagged.pdf', 'b-tagged.pdf']);
		expect(sandbox.ledger.charges).toHaveLength(1);
	});
});

test('the error about a file that n8n has deleted says so', async () => {
	const { engine, sandbox } = await open({ binaryMode: 'filesystem' }, (context) => {
		const id = context.getInputData()[0]?.binary?.data?.id ?? '';
		const path = Container.get(BinaryDataService).getPath(id);
		rmSync(path);
		rmSync(`${path}.metadata`);
		return context;
	});
	const content = await makeDocument('deleted');
	const files = { data: { content, fileName: 'a.pdf', mimeType: 'application/pdf' } };
	const execution = await engine.run({ nodes: tagPdf(), items: [{ binary: files }] });
	expect(execution.error?.message).toBe('"a.pdf" is not in n8n\'s file storage');
	expect(sandbox.ledger.charges).toEqual([]);
});

test.each(['default', 'filesystem'] as const)(
	'every PDF of a mail is tagged, whatever type and name its sender gave to it (%s)',
	async (binaryMode) => {
		const { engine, sandbox } = await open({ binaryMode });
		const types = [
			['text/plain', 'Rechnung'],
			['document/pdf', 'Scan'],
			['application/x-octet-stream', 'Fax 7'],
			['application/octet-stream', '=?UTF-8?Q?=C3=9Cbersicht=2Epdf?='],
			['application/force-download', 'Rechnung.pdf?v=1'],
			['application/download', ''],
		];
		const parts = await Promise.all(
			types.map(async ([type = '', name], n) => {
				const content = await makeDocument(`document ${n}`);
				const data = content.toString('base64').replace(/.{76}/g, '$&\r\n');
				return `Content-Type: ${type}\r\nContent-Disposition: attachment; filename="${name}"\r\nContent-Transfer-Encoding: base64\r\n\r\n${data}`;
			}),
		);
		const note =
			'Content-Type: text/plain\r\nContent-Disposition: attachment\r\n\r\nSee %PDF files.';
		const mail = await PostalMime.parse(
			`Subject: Scans\r\nMIME-Version: 1.0\r\nContent-Type: multipart/mixed; boundary=b\r\n\r\n${[...parts, note].map((part) => `--b\r\n${part}\r\n`).join('')}--b--\r\n`,
		);
		expect(mail.attachments).toHaveLength(types.length + 1);
		const files = mail.attachments.map(({ content, filename, mimeType }, n) => {
			const file = { content: Buffer.from(content as ArrayBuffer), mimeType };
			return [`attachment_${n}`, { ...file, fileName: filename ?? undefined }] as const;
		});
		const items: StartItem[] = [{ binary: Object.fromEntries(files) }];
		const execution = await engine.run({ nodes: tagPdf(), items });
		expect(execution.error).toBeUndefined();
		const titles = await Promise.all(
			execution.items().map(async (item) => await readTitle(await readBinary(item))),
		);
		expect(titles).toEqual(types.map((_type, n) => `document ${n}`));
		expect(execution.items()[3]?.json.tagged_filename).toBe('Übersicht-tagged.pdf');
		expect(sandbox.ledger.charges).toHaveLength(types.length);
	},
);
