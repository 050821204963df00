import { Turns } from '../../../nodes/pdf/turns';
import { Body } from '../../../nodes/pdf/body/body';
import { Window } from '../../../nodes/pdf/body/window';
import { ContentScan } from '../../../nodes/pdf/content';
import { Lexer, PdfString } from '../../../nodes/pdf/syntax';

/** Work of the reader, in units of some 100 nanoseconds. */
export interface Work {
	/** Maximum work between two places at which the reader could pause. */
	longest: number;
	total: number;
}

/**
 * Runs `work` and counts the reader's work independently of the machine: tokens, bytes through its
 * window, bytes of content streams, and visited objects.
 */
export async function measureWork(work: () => Promise<void>): Promise<Work> {
	const done: Work = { longest: 0, total: 0 };
	let turn = 0;
	const add = (units: number) => {
		turn += units;
		done.total += units;
		done.longest = Math.max(done.longest, turn);
	};
	const restore = [
		count(Turns.prototype, 'yieldIfDue', () => (turn = 0)),
		count(Lexer.prototype, 'readToken', (_, token) =>
			add(token instanceof PdfString ? 2 + token.bytes.length / 8 : 2),
		),
		count(Window.prototype, 'take', (_, bytes) => add((bytes as Buffer).length / 16)),
		count(ContentScan.prototype, 'push', ([bytes]) => add((bytes as Buffer).length / 4)),
		count(Body.prototype, 'spendWork', ([bytes]) => add(Number(bytes) / 16)),
	];
	try {
		await work();
	} finally {
		for (const each of restore) each();
	}
	return done;
}

/** Lets `counted` see each call of a method. Jest's spies would remember millions of them. */
function count(
	owner: object,
	name: string,
	counted: (args: unknown[], result: unknown) => void,
): () => void {
	const original: unknown = Reflect.get(owner, name);
	if (typeof original !== 'function') throw new Error(`There is no ${name}`);
	Reflect.set(owner, name, function (this: unknown, ...args: unknown[]) {
		const result: unknown = Reflect.apply(original, this, args);
		counted(args, result);
		return result;
	});
	return () => void Reflect.set(owner, name, original);
}
