import { Busboy } from '@fastify/busboy';
import fc from 'fast-check';

import { frameMultipart } from '../../../../nodes/client/transfer/multipart';

interface Part {
	name: string;
	value: string;
	fileName?: string;
	mimeType?: string;
}

/** Reads a body with an independent parser; resolves with the parts in the order they came. */
async function parse(contentType: string, body: Buffer): Promise<Part[]> {
	const parts: Part[] = [];
	const parser = new Busboy({ headers: { 'content-type': contentType } });
	parser.on('field', (name, value) => parts.push({ name, value }));
	parser.on('file', (name, stream, fileName, _encoding, mimeType) => {
		const chunks: Buffer[] = [];
		stream.on('data', (chunk: Buffer) => chunks.push(chunk));
		stream.on('end', () =>
			parts.push({ name, value: Buffer.concat(chunks).toString('latin1'), fileName, mimeType }),
		);
	});
	await new Promise<void>((resolve, reject) => {
		parser.on('finish', resolve).on('error', reject);
		parser.end(body);
	});
	return parts;
}

const fieldName = fc.stringMatching(/^[A-Za-z][A-Za-z0-9-]{0,20}$/).filter((n) => n !== 'file');
const fieldValue = fc.string({ unit: 'grapheme', maxLength: 60 });

describe('frameMultipart', () => {
	it('sends all fields in order and then the file, as an independent parser reads them', async () => {
		await fc.assert(
			fc.asyncProperty(
				fc.uniqueArray(fc.tuple(fieldName, fieldValue), {
					selector: ([name]) => name,
					maxLength: 8,
				}),
				fc.uint8Array({ maxLength: 300 }),
				async (entries, bytes) => {
					const content = Buffer.from(bytes);
					const frame = frameMultipart(Object.fromEntries(entries), 'a.pdf', 'b0undary-7f');
					const body = Buffer.concat([frame.head, content, frame.tail]);
					expect(await parse(frame.contentType, body)).toEqual([
						...entries.map(([name, value]) => ({ name, value })),
						{
							name: 'file',
							value: content.toString('latin1'),
							fileName: 'a.pdf',
							mimeType: 'application/pdf',
						},
					]);
				},
			),
		);
	});

	it('keeps a file name from ending its header', () => {
		const { head } = frameMultipart({}, 'a"; name="key\r\nX-Evil: 1\r\n.pdf', 'b');
		const header = head.toString().split('\r\n\r\n')[0] ?? '';
		expect(header.split('\r\n')).toHaveLength(3);
		expect(header).toContain('filename="a%22; name=%22key%0D%0AX-Evil: 1%0D%0A.pdf"');
	});

	it('keeps a field name from ending its header', () => {
		const { head } = frameMultipart({ 'a"\r\n"b': 'value "1"\r\n' }, 'a.pdf', 'b');
		expect(head.toString()).toContain('name="a%22%0D%0A%22b"\r\n\r\nvalue "1"\r\n\r\n--b\r\n');
	});

	it('matches RFC 7578 byte by byte', () => {
		const frame = frameMultipart({ policy: 'p', key: 'k' }, 'a.pdf', 'b0');
		expect(frame.contentType).toBe('multipart/form-data; boundary=b0');
		expect(frame.head.toString()).toBe(
			[
				'--b0',
				'Content-Disposition: form-data; name="policy"',
				'',
				'p',
				'--b0',
				'Content-Disposition: form-data; name="key"',
				'',
				'k',
				'--b0',
				'Content-Disposition: form-data; name="file"; filename="a.pdf"',
				'Content-Type: application/pdf',
				'',
				'',
			].join('\r\n'),
		);
		expect(frame.tail.toString()).toBe('\r\n--b0--\r\n');
	});

	it('sends file names of every script as UTF-8', () => {
		const { head } = frameMultipart({}, '報告 Отчёт.pdf', 'b');
		expect(head.includes(Buffer.from('filename="報告 Отчёт.pdf"', 'utf8'))).toBe(true);
	});
});
