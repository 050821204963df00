/** Inspects files, and prints the answers about each as a line of JSON: `answers.ts <path> …`. */
import { createReadStream } from 'node:fs';
import { setImmediate } from 'node:timers/promises';
import { inspect } from '../../../pdf/inspect';

async function main(paths: string[]): Promise<void> {
	for (const path of paths) {
		const open = () => Promise.resolve(createReadStream(path));
		console.log(JSON.stringify(await inspect({ open, pause: async () => await setImmediate() })));
	}
}

void main(process.argv.slice(2));
