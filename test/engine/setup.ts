import type { IExecuteFunctions, INodeType } from 'n8n-workflow';

import { createEngine, type BinaryMode, type Engine, type StartItem } from '../../engine';
import { type Limits, PRODUCT_LIMITS } from '../../client/limits';
import type * as ExecuteModule from '../../nodes/TagPdf/run';
import type * as TagPdfModule from '../../nodes/TagPdf/TagPdf.node';
import { startSandbox, type Sandbox, type SandboxOptions } from '../../sandbox';
import { makeDocument } from '../host/harness/documents';
import { EngineClock } from './engineClock';

/** The engine with the compiled nodes, and a sandbox with its first account as the credential. */
export interface Setup {
	engine: Engine;
	sandbox: Sandbox;
	clock: EngineClock;
	close: () => Promise<void>;
}

export interface SetupOptions extends Partial<SandboxOptions> {
	binaryMode?: BinaryMode;
	/** Changes to the product's limits. */
	limits?: LimitChanges;
}

export type LimitChanges = { [Concern in keyof Limits]?: Partial<Limits[Concern]> };

type SeenBy = (context: IExecuteFunctions) => IExecuteFunctions;

/**
 * The compiled action node with limits other than the product's.
 *
 * @param changesOf changes to the product's limits, read at each run
 * @param seenBy changes the node's view of n8n
 */
export function hurried(
	changesOf: () => LimitChanges,
	seenBy: SeenBy = (context) => context,
): INodeType {
	const { TagPdf } = jest.requireActual<typeof TagPdfModule>('../../dist/nodes/TagPdf/TagPdf.node');
	const { executeItems } = jest.requireActual<typeof ExecuteModule>(
		'../../dist/nodes/TagPdf/TagPdf',
	);
	return new (class extends TagPdf {
		override async execute(this: IExecuteFunctions) {
			return await executeItems(seenBy(this), changed(changesOf()));
		}
	})();
}

function changed(changes: LimitChanges): Limits {
	const concerns = Object.entries(PRODUCT_LIMITS) as Array<[keyof Limits, object]>;
	return Object.fromEntries(
		concerns.map(([concern, limits]) => [concern, { ...limits, ...changes[concern] }]),
	) as Limits;
}

/** @param seenBy changes the node's view of n8n */
export async function openSetup(
	{ binaryMode = 'default', limits = {}, ...options }: SetupOptions = {},
	seenBy?: SeenBy,
): Promise<Setup> {
	const clock = new EngineClock();
	const sandbox = await startSandbox({
		tagger: 'stamp',
		processingMs: 20,
		...clock.ofSandbox,
		...options,
	});
	const [account] = sandbox.accounts;
	const engine = await createEngine({
		binaryMode,
		nodeTypes: { 'n8n-nodes-tag-pdf.tagPdf': hurried(() => limits, seenBy) },
		credentials: { tagPdfApi: { apiKey: account.apiKey, baseUrl: sandbox.url } },
	});
	return {
		engine,
		sandbox,
		clock,
		close: async () => {
			await engine.close();
			await sandbox.close();
		},
	};
}

/** An item like those of email and drive nodes. */
export async function item(text: string, pages = 1) {
	const data = { content: await makeDocument(text, pages), fileName: `${text}.pdf` };
	return {
		json: { subject: text },
		binary: { data: { ...data, mimeType: 'application/pdf' } },
	} satisfies StartItem;
}

export async function items(...texts: string[]) {
	return await Promise.all(texts.map(async (text) => await item(text)));
}

/** The node with these parameters, as `nodes` of a run. */
export function tagPdf(parameters: object = {}, settings: object = {}) {
	return [
		{
			type: 'tagPdf',
			parameters: { resource: 'document', operation: 'tag', ...parameters },
			...settings,
		},
	];
}
