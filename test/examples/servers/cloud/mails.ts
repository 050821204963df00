import { createTransport, type SendMailOptions } from 'nodemailer';
import { makeDocument } from '../../../host/harness/documents';

/** A mail in a mailbox of the cloud. */
export interface CloudMail {
	readonly id: string;
	readonly subject: string;
	readonly received: Date;
	readonly attachments: ReadonlyArray<{
		readonly filename: string;
		readonly contentType: string;
		readonly content: Buffer;
	}>;
	read: boolean;
	/** Labels or categories. */
	marks: readonly string[];
}

/** An unread mail of 2026-11-22, 9:15 UTC, with a picture and PDFs; `broken.pdf` is not a PDF. */
export async function mailWith(
	id: string,
	subject: string,
	names: readonly string[],
): Promise<CloudMail> {
	const attachments = names.map(async (filename) => ({
		filename,
		contentType: 'application/pdf',
		content: filename === 'broken.pdf' ? Buffer.from('no PDF') : await makeDocument(filename),
	}));
	const logo = { filename: 'logo.png', contentType: 'image/png', content: Buffer.from('PNG') };
	const received = new Date('2026-11-22T09:15:00Z');
	return {
		id,
		subject,
		received,
		read: false,
		marks: [],
		attachments: [logo, ...(await Promise.all(attachments))],
	};
}

/** A mail in its wire format (RFC 5322). */
export async function rawMail(mail: SendMailOptions): Promise<Buffer> {
	const transport = createTransport({ streamTransport: true, buffer: true });
	const { message } = await transport.sendMail({
		from: 'sender@example.com',
		to: 'reader@example.com',
		...mail,
	});
	return message as Buffer;
}
