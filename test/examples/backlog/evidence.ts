import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import execa from 'execa';
import type { Email } from 'postal-mime';
import { attachment } from './csv';

const SCRIPT = join(__dirname, '../../../examples/backlog/evidence.js');

/** A day's evidence, as its mail brings it. */
export interface Evidence {
	readonly content: Buffer;
	/** Hash of the last line, from the words of the mail. */
	readonly hash: string;
}

/** The evidence that is attached to a mail. */
export function attachedEvidence(mail: Email): Evidence {
	const [, hash = ''] = /--hash (\w+)/.exec(mail.text ?? '') ?? [];
	return { content: attachment(mail, '.jsonl'), hash };
}

/** Checks consecutive days with the script beside the examples, against files of a bucket. */
export async function verifyEvidence(
	days: readonly Evidence[],
	files: ReadonlyMap<string, Buffer>,
): Promise<{ readonly stdout: string; readonly exitCode: number }> {
	const folder = await mkdtemp(join(tmpdir(), 'evidence-'));
	const put = async (path: string, content: Buffer) => {
		await mkdir(dirname(join(folder, path)), { recursive: true });
		await writeFile(join(folder, path), content);
	};
	const names = days.map((_, day) => `${day}.jsonl`);
	for (const [day, { content }] of days.entries()) await put(`${day}.jsonl`, content);
	for (const [path, content] of files) await put(join('files', path), content);
	const hash = days.at(-1)?.hash ?? '';
	const args = ['verify', ...names, '--hash', hash, '--files', 'files'];
	const checked = await execa('node', [SCRIPT, ...args], { cwd: folder, reject: false });
	await rm(folder, { recursive: true });
	return checked;
}
