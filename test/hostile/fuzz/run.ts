import { executeItems } from '../../../nodes/TagPdf/run';
import { PRODUCT_LIMITS } from '../../../client/limits';
import type * as RuntimeModule from '../../../nodes/shared/n8nRuntime';
import { itemWithPdf, onDocument } from '../../unit/support/documents';
import { FakeExecution } from '../../unit/support/fakeExecution';
import { sha256 } from '../service';
import { CLEAN, type Verdict } from '../judge';
import { HostileRuntime } from './hostileRuntime';
import type { Mutation } from './mutations';

let current: HostileRuntime | undefined;
jest.mock<Partial<typeof RuntimeModule>>('../../../nodes/shared/n8nRuntime', () => ({
	...jest.requireActual<typeof RuntimeModule>('../../../nodes/shared/n8nRuntime'),
	createRuntime: () => {
		if (!current) throw new Error('No run is under way.');
		return current;
	},
}));

/** Maximum virtual time of a run: each request may wait 15 minutes for a rate window. */
const LONGEST_MS = 4 * 3_600_000;
/** Maximum real time of a run without sleepers on the virtual clock. */
const HANGS_MS = 10_000;

/** Result of a run and its verdict. */
export interface Fuzzed extends Verdict {
	/** Whether the right document was delivered. */
	delivered: boolean;
	/** Message, description and details of the error. */
	told: string;
	charges: number;
}

interface Thrown {
	message?: string;
	description?: string;
	context?: { data?: object };
}

/** Runs Document → Tag for one document with mutated answers and the product's own limits. */
export async function fuzzed(mutations: Mutation[]): Promise<Fuzzed> {
	const runtime = new HostileRuntime(mutations);
	current = runtime;
	const item = itemWithPdf('document');
	const fake = new FakeExecution({
		parameters: [onDocument('tag', { waitTimeout: 60 })],
		items: [item],
	});
	const began = runtime.now();
	let timer: NodeJS.Timeout | undefined;
	const ended = await Promise.race([
		executeItems(fake.context, PRODUCT_LIMITS).then(
			(outputs) => ({ outputs, error: undefined }),
			(error: unknown) => ({ outputs: undefined, error }),
		),
		new Promise<undefined>((resolve) => {
			timer = setTimeout(() => resolve(undefined), HANGS_MS);
		}),
	]);
	clearTimeout(timer);

	const document = Buffer.from(item.binary?.data?.data ?? '', 'base64');
	const [output] = ended?.outputs?.[0] ?? [];
	const content = Buffer.from(output?.binary?.data?.data ?? '', 'base64');
	const right = content.equals(runtime.world.taggedOf(sha256(document)));
	const { context, description = '', message = '' } = (ended?.error ?? {}) as Thrown;
	const told = `${message} ${description} ${JSON.stringify(context?.data ?? '')}`;
	const log = JSON.stringify(fake.log.lines) + JSON.stringify(runtime.logged);
	const shows = (text: string) => runtime.world.secrets.some((secret) => text.includes(secret));
	const trace = told + JSON.stringify(output?.json ?? '');
	const ids = runtime.namedIds.filter((id): id is string => typeof id === 'string' && id !== '');
	return {
		...CLEAN,
		leaks: [...(shows(trace) ? ['items or error'] : []), ...(shows(log) ? ['log'] : [])],
		wrongDocuments: output && !right ? ['item 0'] : [],
		untraced: runtime.world.charges
			.filter(({ jobId, idempotencyKey }) =>
				[jobId, idempotencyKey, ...ids].every((trail) => !trace.includes(trail)),
			)
			.map(({ jobId }) => jobId),
		outlived: ended === undefined || runtime.now() - began > LONGEST_MS,
		delivered: output !== undefined && right,
		told,
		charges: runtime.world.charges.length,
	};
}
