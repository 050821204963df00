import { createHash } from 'node:crypto';
import { makeDocument, readTitle } from '../host/harness/documents';
import { present } from '../present';
import { readExample } from './examples';
import type { Smtp } from './servers/smtp';
import { fetchAlone } from '../host/harness/fetchAlone';

/** The name of the example. */
export const LONG_JOBS = 'long-jobs';
/** The shortest wait that n8n keeps in its database is 65 seconds. */
export const STORED_WAIT = { resume: 'timeInterval', amount: 66, unit: 'seconds' };
/** A service whose jobs do not end. */
export const IN_PROCESS = {
	step: 'getJob',
	fault: { fields: { status: 'processing' } },
	times: 'always',
} as const;
/** Whom the form names. */
const PERSON = 'person@example.org';
/** Who runs the workflow. */
const OWNER = 'accessibility@example.com';

/** Two PDFs that can be tagged, one whose job fails, and a web page. */
export async function makeUploads(): Promise<Readonly<Record<string, Buffer>>> {
	return {
		'annual report.pdf': await makeDocument('Annual report', 2),
		'plan.pdf': await makeDocument('Plan', 3),
		'broken.pdf': await broken(),
		'page.pdf': Buffer.from('<html>'),
	};
}

const broken = async () => await makeDocument('Broken', 4);

/** What `uploadTo` leads to with {@link makeUploads}, and the credits of its jobs. */
export const OUTCOMES = {
	'annual report-tagged.pdf': 'Annual report',
	'plan-tagged.pdf': 'Plan',
	'Not ready: broken.pdf': told('"broken.pdf" could not be tagged'),
	'Not ready: page.pdf': told('"page.pdf" is a web page, not a PDF'),
};
export const CREDITS = [2, 3, 4];

/** For a sandbox: whether a job is the one that fails. */
export async function failsBroken(): Promise<(sha256: string) => boolean> {
	const failing = createHash('sha256')
		.update(await broken())
		.digest('hex');
	return (sha256) => sha256 === failing;
}

/** A mail with the reason, of which the owner gets a copy. */
export function told(text: string): object {
	return { text: expect.stringContaining(text), copies: [OWNER] };
}

/** Uploads files, by their names, through the example's form in n8n at this address. */
export async function uploadTo(
	url: string,
	files: Readonly<Record<string, Buffer>>,
): Promise<void> {
	const form = readExample(LONG_JOBS).nodes.find(({ type }) => type.endsWith('.formTrigger'));
	const body = new FormData();
	for (const [name, content] of Object.entries(files)) {
		body.append('field-0', new Blob([content], { type: 'application/pdf' }), name);
	}
	body.set('field-1', PERSON);
	const answer = await fetchAlone(`${url}/form/${String(present(form).webhookId)}`, {
		method: 'POST',
		body,
	});
	expect(answer.status).toBe(200);
}

/** The first `count` mails by subject: the title of the attached PDF, or the text and who gets a copy. */
export async function readOutcomes(smtp: Smtp, count: number): Promise<Record<string, unknown>> {
	const found: Array<readonly [string, unknown]> = [];
	for (let n = 1; n <= count; n += 1) {
		const { attachments, cc = [], subject = '', text, to } = await smtp.mail(n);
		expect(to).toEqual([expect.objectContaining({ address: PERSON })]);
		const [file] = attachments;
		const copies = cc.map(({ address }) => address);
		const title = file && (await readTitle(Buffer.from(file.content as ArrayBuffer)));
		found.push([subject, title ?? { text, copies }]);
	}
	return Object.fromEntries(found);
}
