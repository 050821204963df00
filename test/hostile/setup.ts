import {
	createEngine,
	type BinaryMode,
	type Engine,
	type Execution,
	type RunningExecution,
	type StartItem,
} from '../../engine';
import { useDeduplication } from '../../engine/host/deduplication';
import { hurried, tagPdf, type LimitChanges } from '../engine/setup';
import { judge } from './judge';
import { HostileService } from './service';
import { count, type Verdict } from './tally';

export const MODES: BinaryMode[] = ['default', 'filesystem'];

/** Ends a run that hangs: no case here is meant to wait, and a busy machine needs seconds for one. */
const USUALLY_WITHIN_MS = 120_000;

export interface Setting {
	/** Of each document's item, for expressions. */
	json?: Array<StartItem['json']>;
	options?: object;
	/** Of the node, beside `options`. */
	parameters?: object;
	/** Node settings such as `onError`. */
	settings?: object;
	limits?: LimitChanges;
	/** Milliseconds after which the run should have ended; it is stopped then. */
	withinMs?: number;
}

/** A run that has ended, and what is to be said of it. */
export interface Judged {
	execution: Execution;
	verdict: Verdict;
}

/** n8n's engine with the compiled nodes, against a service that does what a test tells it to. */
class Setup {
	readonly apiKey = `sk_hostile_${'0123456789abcdef'.repeat(2)}`;
	private limits: LimitChanges = {};
	private logged = 0;
	/** Of the runs before. */
	private charges = 0;

	private constructor(
		readonly service: HostileService,
		private opened?: Engine,
	) {}

	static async open(binaryMode: BinaryMode): Promise<Setup> {
		const service = await HostileService.open();
		const setup = new Setup(service);
		setup.opened = await createEngine({
			binaryMode,
			nodeTypes: { 'n8n-nodes-tag-pdf.tagPdf': hurried(() => setup.limits) },
			credentials: { tagPdfApi: { apiKey: setup.apiKey, baseUrl: service.url('service') } },
		});
		return setup;
	}

	get engine(): Engine {
		if (!this.opened) throw new Error('The engine is not open.');
		return this.opened;
	}

	/** Forgets what the test before has done. */
	reset(): void {
		this.service.reset();
		this.charges = 0;
		this.logged = this.engine.log.entries.length;
	}

	/** What was written to n8n's log in this test. */
	logLines(): string[] {
		return this.engine.log.entries
			.slice(this.logged)
			.map(
				({ level, message, metadata }) => `${level} ${message} ${JSON.stringify(metadata ?? '')}`,
			);
	}

	/** Starts Document → Tag for each of these documents. */
	async start(documents: Buffer[], setting: Setting = {}): Promise<RunningExecution> {
		const { json = [], options = {}, parameters = {}, settings = {}, limits = {} } = setting;
		this.limits = limits;
		this.charges = this.service.world.charges.length;
		return await this.engine.start({
			nodes: tagPdf({ ...parameters, options }, settings),
			items: documents.map((content, n) => ({
				json: json[n] ?? {},
				binary: { data: { content, fileName: `document-${n}.pdf`, mimeType: 'application/pdf' } },
			})),
		});
	}

	/** Document → Tag for each of these documents, judged. */
	async tag(documents: Buffer[], setting: Setting = {}): Promise<Judged> {
		return await this.judged(await this.start(documents, setting), documents, setting.withinMs);
	}

	/** n8n's manual Retry of a run, judged. */
	async retry({ execution }: Judged, documents: Buffer[], withinMs?: number): Promise<Judged> {
		this.charges = this.service.world.charges.length;
		return await this.judged(this.engine.startRetry(execution), documents, withinMs);
	}

	/** Waits for a run, stops it when it outlives its deadline, and counts what is to be said of it. */
	async judged(
		running: RunningExecution,
		documents: Buffer[],
		withinMs = USUALLY_WITHIN_MS,
	): Promise<Judged> {
		let outlived = false;
		const timer = setTimeout(() => {
			outlived = true;
			running.stop();
			this.service.hangUp();
		}, withinMs);
		const execution = await running.finished;
		clearTimeout(timer);
		const log = this.logLines().join('\n');
		const charges = this.service.world.charges.slice(this.charges);
		const outcome = { execution, documents, charges, log, outlived };
		const verdict = await judge(this.service, this.apiKey, outcome);
		count(verdict);
		return { execution, verdict };
	}

	async close(): Promise<void> {
		await this.opened?.close();
		await this.service.close();
	}
}

/** A setup for the tests of a `describe`, in this binary mode. */
export function setupIn(mode: BinaryMode): () => Setup {
	let setup: Setup | undefined;
	const opened = () => {
		if (!setup) throw new Error('No setup is open.');
		return setup;
	};
	beforeAll(async () => {
		setup = await Setup.open(mode);
	});
	beforeEach(() => {
		// Nothing is left of the failed jobs of other tests.
		useDeduplication();
		opened().reset();
	});
	afterAll(async () => await setup?.close());
	return opened;
}

/** A document like no other, of so many bytes; two of the same length begin alike. */
export function documentOf(name: string, size = 2_000): Buffer {
	const content = Buffer.alloc(size, '\n');
	content.write('%PDF-1.7\n');
	const end = `% ${name}\n%%EOF\n`;
	content.write(end, size - Buffer.byteLength(end));
	return content;
}
