import execa from 'execa';
import type { SendMailOptions } from 'nodemailer';
import MailComposer from 'nodemailer/lib/mail-composer';
import MimeNode from 'nodemailer/lib/mime-node';

const SIGNED = 'multipart/signed; protocol="application/pkcs7-signature"; micalg=sha-256';

/**
 * Builds a mail that is signed with S/MIME, as mail programs do: its last part is the signature `smime.p7s`.
 *
 * @param signer path of a PEM file with a certificate and its private key
 */
export async function signMail(
	{ from, to, subject, ...content }: SendMailOptions,
	signer: string,
): Promise<Buffer> {
	const mail = new MimeNode(SIGNED);
	mail.setHeader({ from, to, subject });
	const signed = new MailComposer(content).compile();
	mail.appendChild(signed);
	const options = ['-sign', '-binary', '-md', 'sha256', '-outform', 'DER', '-signer', signer];
	const { stdout } = await execa('openssl', ['smime', ...options], {
		input: await signed.build(),
		encoding: null,
	});
	mail.createChild('application/pkcs7-signature', { filename: 'smime.p7s' }).setContent(stdout);
	return await mail.build();
}
