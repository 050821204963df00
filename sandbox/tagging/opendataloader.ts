import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { buildArgs } from '@opendataloader/pdf';
import { withoutEncryption } from './encryption';
import { countPages } from './pages';
import { stamp } from './stamp';
import type { Tagger } from './tagger';

const run = promisify(execFile);
const PACKAGE = dirname(dirname(require.resolve('@opendataloader/pdf')));
const JAR = join(PACKAGE, 'lib', 'opendataloader-pdf-cli.jar');

// A document takes under a second, mostly for the start of the JVM. The quick compiler and the serial
// collector halve this time.
const JVM = ['-XX:TieredStopAtLevel=1', '-XX:+UseSerialGC', '-Djava.awt.headless=true'];

/** Major version of the `java` on the path; null without one. */
export async function javaVersion(): Promise<number | null> {
	try {
		const { stderr, stdout } = await run('java', ['-version']);
		const [, first, second] = /version "(\d+)(?:\.(\d+))?/.exec(stderr + stdout) ?? [];
		// Java 8 and older report their version as 1.8.
		return Number(first === '1' ? second : first) || null;
	} catch {
		return null;
	}
}

/** The first sentence of the program's own error, without the sandbox's name of the file. */
function reasonOf(error: unknown): string {
	const { stderr = '', stdout = '' } = error as { stderr?: string; stdout?: string };
	const said = /Error: (?:'[^']*' is )?([^.\n]+)/.exec(stderr + stdout)?.[1];
	return said === undefined ? 'OpenDataLoader PDF ended with an error' : `the document is ${said}`;
}

/**
 * Tags with OpenDataLoader PDF, a Java program: it recognises headings, paragraphs, lists, tables
 * and pictures and writes a structure tree. The program is started directly, not through the
 * package's `convert`, so that closing the sandbox can end it.
 */
export function openDataLoader(java: number): Tagger {
	return {
		name: 'opendataloader',
		description: `OpenDataLoader PDF on Java ${java}: real tags, not certified PDF/UA`,
		countPages,
		async tag(source, target, signal) {
			const folder = await mkdtemp(`${target}-`);
			try {
				const outputDir = join(folder, 'tagged');
				await mkdir(outputDir);
				const args = buildArgs({ outputDir, format: 'tagged-pdf', quiet: true });
				// It leaves temporary files behind, which are removed with the folder.
				const jvm = [...JVM, `-Djava.io.tmpdir=${folder}`];
				const plain = join(folder, 'document.pdf');
				await writeFile(plain, await withoutEncryption(await readFile(source)));
				await run('java', [...jvm, '-jar', JAR, ...args, plain], { signal }).catch(
					(error: unknown) => {
						throw new Error(reasonOf(error), { cause: error });
					},
				);
				const [name] = await readdir(outputDir);
				if (name === undefined) throw new Error('OpenDataLoader PDF wrote no document');
				const tagged = await readFile(join(outputDir, name));
				const note = 'tagged by OpenDataLoader PDF; not certified PDF/UA';
				await writeFile(target, await stamp(tagged, note, { marked: true }));
			} finally {
				await rm(folder, { recursive: true, force: true });
			}
		},
	};
}
