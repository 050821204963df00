import { PDFDocument, StandardFonts } from '@cantoo/pdf-lib';
import type { IExecuteFunctions, INodeType } from 'n8n-workflow';

import {
	createEngine,
	type BinaryMode,
	type Engine,
	type EngineOptions,
	type Execution,
	type StartItem,
} from '../../engine';
import { type Limits, PRODUCT_LIMITS } from '../../client/limits';
import type * as ExecuteModule from '../../nodes/TagPdf/run';
import type * as TagPdfModule from '../../nodes/TagPdf/TagPdf.node';
import { startSandbox, type Sandbox, type SandboxOptions } from '../../sandbox';

/** The engine with the compiled nodes, and a sandbox with its first account as the credential. */
export interface Setup {
	engine: Engine;
	sandbox: Sandbox;
	close: () => Promise<void>;
}

export interface SetupOptions extends Partial<SandboxOptions> {
	binaryMode?: BinaryMode;
	/** Further node types by full name. */
	nodeTypes?: EngineOptions['nodeTypes'];
	/** Changes to {@link SHORT_LIMITS}. */
	limits?: LimitChanges;
}

export type LimitChanges = { [Concern in keyof Limits]?: Partial<Limits[Concern]> };

/** The client's pauses, shortened for tests; their relative order stays. */
const SHORT_LIMITS = {
	retry: {
		backoffBaseMs: 2,
		backoffMaxMs: 200,
		firstContactMs: 300,
		outageMs: 1_500,
		rateLimitBaseMs: 4,
		rateLimitMaxMs: 20,
		askAgainBudgetMs: 400,
		retryAfterMaxMs: 1_000,
	},
	// A busy machine may need seconds between a result's URL and its download.
	transfer: { freshUrlMs: 300_000 },
	waiting: { firstPollMs: 5, pollMinMs: 5, pollMaxMs: 20 },
} satisfies LimitChanges;

/**
 * The compiled action node with limits other than the product's.
 *
 * @param changesOf changes to {@link SHORT_LIMITS}, read at each run
 * @param seenBy changes the node's view of n8n
 */
export function hurried(
	changesOf: () => LimitChanges,
	seenBy: (context: IExecuteFunctions) => IExecuteFunctions = (context) => context,
): INodeType {
	const { TagPdf } = jest.requireActual<typeof TagPdfModule>('../../dist/nodes/TagPdf/TagPdf.node');
	const { executeItems } = jest.requireActual<typeof ExecuteModule>(
		'../../dist/nodes/TagPdf/TagPdf',
	);
	return new (class extends TagPdf {
		override async execute(this: IExecuteFunctions) {
			return await executeItems(seenBy(this), shortened(changesOf()));
		}
	})();
}

function shortened(changes: LimitChanges): Limits {
	return {
		retry: { ...PRODUCT_LIMITS.retry, ...SHORT_LIMITS.retry, ...changes.retry },
		requests: { ...PRODUCT_LIMITS.requests, ...changes.requests },
		transfer: { ...PRODUCT_LIMITS.transfer, ...SHORT_LIMITS.transfer, ...changes.transfer },
		waiting: { ...PRODUCT_LIMITS.waiting, ...SHORT_LIMITS.waiting, ...changes.waiting },
		progress: { ...PRODUCT_LIMITS.progress, ...changes.progress },
		submission: { ...PRODUCT_LIMITS.submission, ...changes.submission },
	};
}

export async function openSetup({
	binaryMode = 'default',
	nodeTypes = {},
	limits = {},
	...options
}: SetupOptions = {}): Promise<Setup> {
	const sandbox = await startSandbox({ tagger: 'stamp', processingMs: 20, ...options });
	const [account] = sandbox.accounts;
	const engine = await createEngine({
		binaryMode,
		nodeTypes: { 'n8n-nodes-tag-pdf.tagPdf': hurried(() => limits), ...nodeTypes },
		credentials: { tagPdfApi: { apiKey: account.apiKey, baseUrl: sandbox.url } },
	});
	return {
		engine,
		sandbox,
		close: async () => {
			await engine.close();
			await sandbox.close();
		},
	};
}

/** A small PDF; the same text gives the same bytes. */
export async function pdf(text: string, pages = 1): Promise<Buffer> {
	const document = await PDFDocument.create({ updateMetadata: false });
	const font = await document.embedFont(StandardFonts.Helvetica);
	for (let page = 1; page <= pages; page += 1) {
		document.addPage([300, 300]).drawText(`${text} ${page}`, { x: 20, y: 200, size: 14, font });
	}
	return Buffer.from(await document.save());
}

/** An item like those of email and drive nodes. */
export async function item(text: string, pages = 1) {
	const content = await pdf(text, pages);
	return {
		json: { subject: text },
		binary: { data: { content, fileName: `${text}.pdf`, mimeType: 'application/pdf' } },
	} satisfies StartItem;
}

export async function items(...texts: string[]) {
	return await Promise.all(texts.map(async (text) => await item(text)));
}

/** The job ID of the node's first output item; without a name, of the last node that ran. */
export function jobIdOf(execution: Execution, nodeName?: string): string {
	const id = execution.items(nodeName)[0]?.json.id;
	if (typeof id !== 'string') throw new Error('No job was put out.');
	return id;
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
