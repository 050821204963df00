import type { Email } from 'postal-mime';
import { until } from '../../host/harness/until';

/** A question of the form, with the proposal. */
export interface Question {
	readonly text: string;
	readonly proposal: string;
}

/** Questions of a mail that asks for decisions. */
export function questionsOf({ html = '' }: Email): Question[] {
	return [...html.matchAll(/\d+\. [^<\n]*?Proposal: (\w+)\.[^<\n]*/g)].map(([text, proposal]) => {
		return { text, proposal: String(proposal) };
	});
}

/** Opens the form of a mail, and answers its questions. */
export async function answerForm(
	mail: Email,
	n8n: string,
	name: string,
	decide: (question: Question) => string,
): Promise<void> {
	const [, link = ''] = /href="([^"]*webhook-waiting[^"]*)"/.exec(mail.html ?? '') ?? [];
	const { pathname, search } = new URL(link.replaceAll('&amp;', '&'));
	const address = new URL(pathname + search, n8n);
	const questions = questionsOf(mail);
	// The mail is sent shortly before the execution waits.
	await until({ what: 'the form is there' }, async () => {
		const page = await (await fetch(address)).text();
		return page.includes('Your name') && questions.every(({ text }) => page.includes(text));
	});
	const answers = new FormData();
	answers.append('field-0', name);
	for (const [index, question] of questions.entries()) {
		answers.append(`field-${index + 1}`, decide(question));
	}
	const { status } = await fetch(address, { method: 'POST', body: answers });
	if (status !== 200) throw new Error(`The form was answered with ${status}`);
}
