import { statSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { styleText } from 'node:util';
import { reportElapsed } from '../../test/host/harness/elapsed';
import { asError } from '../asError';
import type { MailTour, Outcome } from './mailbox';

/**
 * Sends one more mail for each line that is typed: with the PDFs of the first mail if the line is empty,
 * otherwise with the PDF at that path.
 *
 * @returns a function that ends it
 */
export function sendTypedMails(mail: MailTour): () => void {
	// Without `output`, the terminal itself shows what is typed, and Ctrl-C stays a signal.
	const lines = createInterface({ input: process.stdin });
	let last = Promise.resolve();
	let isOver = false;
	lines.on('line', (line) => {
		const path = typedPath(line);
		if (path !== '' && !statSync(path, { throwIfNoEntry: false })?.isFile()) {
			console.log(`  There is no file ${path}.`);
			return;
		}
		const pdfs = path === '' ? undefined : [path];
		// One after the other, so that each run shows its own files.
		last = last.then(async () => {
			try {
				const print = (step: string) => console.log(`  ${styleText('dim', step)}`);
				const work = async () => await mail.send(pdfs);
				const outcome = await reportElapsed(print, 'The mail is on its way …', work);
				console.log(outcomeLines(outcome).join('\n'));
			} catch (error) {
				if (!isOver) console.log(styleText('red', asError(error).message));
			}
		});
	});
	return () => {
		isOver = true;
		lines.close();
	};
}

/** What the terminal wrote when a file was dropped on it: quoted, or with a backslash before blanks. */
function typedPath(line: string): string {
	const [, , quoted] = /^(['"])(.*)\1$/.exec(line.trim()) ?? [];
	const isEscaped = quoted === undefined && process.platform !== 'win32';
	return quoted ?? (isEscaped ? line.trim().replace(/\\(.)/g, '$1') : line.trim());
}

/** What a mail has led to, with the addresses of the files. */
export function outcomeLines({ filed, succeeded }: Outcome): string[] {
	const files = filed.map((url) => `  ${styleText('cyan', styleText('bold', url))}`);
	if (!succeeded) {
		return ['  The workflow has failed; Executions in n8n shows where.', ...files];
	}
	return files.length > 0 ? ['  Filed:', ...files] : ['  The workflow has filed nothing new.'];
}
