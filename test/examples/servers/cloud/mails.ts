import { createTransport, type SendMailOptions } from 'nodemailer';

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
	/** Whether a person has read it, which must not matter. */
	readonly read: boolean;
	/** Labels or categories. */
	marks: readonly string[];
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
