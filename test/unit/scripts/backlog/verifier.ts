import { join } from 'node:path';

/** A line of an evidence file with a problem. */
export interface Problem {
	readonly line: number;
	readonly what: string;
}

/** The script beside the examples. */
export const SCRIPT = join(__dirname, '../../../../examples/backlog/evidence.js');

interface Script {
	readonly verify: (
		content: Buffer,
		known?: { readonly hash?: string; readonly before?: string },
	) => { readonly problems: readonly Problem[]; readonly hash: string };
}

export const { verify } = jest.requireActual<Script>(SCRIPT);
