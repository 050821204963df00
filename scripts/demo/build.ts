import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';

const ROOT = join(__dirname, '../..');

/** Builds dist/ in a process of its own. */
export async function build(signal: AbortSignal): Promise<void> {
	const gulp = join(ROOT, 'node_modules/gulp/bin/gulp.js');
	try {
		await promisify(execFile)(process.execPath, [gulp, '--silent', 'build'], {
			cwd: ROOT,
			signal,
		});
	} catch (error) {
		signal.throwIfAborted();
		const { stdout = '', stderr = '' } = error as { stdout?: string; stderr?: string };
		throw new Error(`The build did not succeed.\n${stdout}${stderr}`);
	}
}
