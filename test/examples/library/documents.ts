import { createHash } from 'node:crypto';
import type { Sandbox } from '../../../sandbox';
import { pdfOf } from '../../lifetimes/world/pdf';
import type { S3 } from '../servers/s3';

/** What must become of a file: a tagged copy, an unchanged copy, or a note with that code. */
type Fate = 'tagged' | 'copied' | 'JOB_FAILED' | 'NOT_A_PDF';

/** A file of the library. */
interface LibraryFile {
	/** Its path below `originals/`, `tagged/` and `failed/`. */
	readonly name: string;
	readonly content: Buffer;
	readonly fate: Fate;
}

/** A note about a file that could not be tagged. */
interface Note {
	readonly file: string;
	readonly reason: string;
	readonly what_to_do: string;
	readonly code: string;
	readonly job?: string;
}

/** Name of a file's version in `done/` and `failed/`; S3 gives the MD5 of a content as its version. */
const versionOf = ({ name, content }: Pick<LibraryFile, 'name' | 'content'>) =>
	`${name} ${createHash('md5').update(content).digest('hex')}`;
const hashOf = (content: Buffer) => createHash('sha256').update(content).digest('hex');
const contentHash = ({ content }: LibraryFile) => hashOf(content);

/**
 * `count` files of 1 to 3 pages. Of each 20, two have the same content, the jobs of one fail, one is tagged
 * already, and one is no PDF.
 */
export function makeLibrary(count: number): LibraryFile[] {
	const kinds: Readonly<Record<number, Fate>> = { 3: 'JOB_FAILED', 7: 'copied', 11: 'NOT_A_PDF' };
	return Array.from({ length: count }, (_, n) => {
		const fate = kinds[n % 20] ?? 'tagged';
		const original = n % 20 === 15 ? n - 1 : n;
		const pdf = { content: original, pages: 1 + (original % 3), isTagged: fate === 'copied' };
		const content = fate === 'NOT_A_PDF' ? Buffer.from(`no PDF ${n}`) : pdfOf(pdf);
		return { name: `${String(n % 100)}/file ${n}.pdf`, content, fate };
	});
}

/** The SHA-256 of each document whose jobs fail. */
export function failingDocuments(library: readonly LibraryFile[]): Set<string> {
	return new Set(library.filter(({ fate }) => fate === 'JOB_FAILED').map(contentHash));
}

/** Number of documents that are paid for and tagged. */
export function countTagged(library: readonly LibraryFile[]): number {
	return new Set(library.filter(({ fate }) => fate === 'tagged').map(contentHash)).size;
}

/** Puts the originals into the bucket. */
export async function fillBucket(s3: S3, library: readonly LibraryFile[]): Promise<void> {
	for (const { name, content } of library) await s3.put(`originals/${name}`, content);
}

/** The key of the note about a file. */
export const noteOf = (file: Pick<LibraryFile, 'name' | 'content'>) =>
	`failed/${versionOf(file)}.json`;

/** Reads the note about a file. */
export async function readNote(s3: S3, file: LibraryFile): Promise<Note> {
	return JSON.parse((await s3.get(noteOf(file))).toString('utf8')) as Note;
}

/** Objects that are missing, that should not exist, or whose content is wrong; each as a sentence. */
export async function findMisfiled(s3: S3, library: readonly LibraryFile[]): Promise<string[]> {
	const wrong: string[] = [];
	const expected = new Set<string>();
	for (const file of library) {
		const { name, fate } = file;
		const isCopied = fate === 'tagged' || fate === 'copied';
		expected.add(`originals/${name}`);
		if (isCopied) expected.add(`tagged/${name}`).add(`done/${versionOf(file)}`);
		else expected.add(noteOf(file));
		const problem = await (isCopied ? checkCopy(s3, file) : checkNote(s3, file)).catch(String);
		if (problem !== undefined) wrong.push(`${name} should be ${fate}: ${problem}`);
	}
	const others = (await s3.keys()).filter((key) => !expected.has(key));
	return [...wrong, ...others.map((key) => `${key} should not exist`)];
}

async function checkCopy(s3: S3, { name, content, fate }: LibraryFile) {
	const copy = await s3.get(`tagged/${name}`);
	if (fate === 'copied') return copy.equals(content) ? undefined : 'the copy is not the original';
	// The sandbox adds its stamp behind the bytes of the document.
	const isOwn = copy.subarray(0, content.length).equals(content);
	return isOwn && copy.length > content.length ? undefined : 'the copy is not its tagged PDF';
}

async function checkNote(s3: S3, original: LibraryFile) {
	const { name, fate } = original;
	const { code, file, reason } = await readNote(s3, original);
	const isRight = code === fate && file === `originals/${name}` && reason !== '';
	return isRight ? undefined : `its note says ${code}, ${file}: ${reason}`;
}

/**
 * Charges that differ from one per tagged document, and one per failed job of a document that fails; each as a
 * sentence.
 */
export function findWrongCharges(sandbox: Sandbox, library: readonly LibraryFile[]): string[] {
	const due = new Map<string, number>();
	for (const file of library) if (file.fate === 'tagged') due.set(contentHash(file), 1);
	for (const content of failingDocuments(library)) {
		const failed = sandbox.jobs.filter(
			({ sha256, status }) => sha256 === content && status === 'failed',
		);
		// Without a failed job nothing could be noted.
		due.set(content, Math.max(1, failed.length));
	}
	const charged = new Map<string, number>();
	for (const { sha256 } of sandbox.ledger.charges) {
		charged.set(sha256, (charged.get(sha256) ?? 0) + 1);
	}
	return [...new Set([...due.keys(), ...charged.keys()])].flatMap((content) => {
		const [is = 0, shouldBe = 0] = [charged.get(content), due.get(content)];
		return is === shouldBe ? [] : `${content} was charged ${is} times instead of ${shouldBe}`;
	});
}
