import { createEngine, type BinaryMode, type Engine, type Execution } from '../../engine';
import { hurried, tagPdf, type LimitChanges } from '../engine/setup';
import { NodeTime } from './nodeTime';
import { judge, type Verdict } from './judge';
import { HostileService } from './service';

export const MODES: BinaryMode[] = ['default', 'filesystem'];

/** Timeout of a hanging run. No case here is meant to wait, and a busy machine needs only seconds. */
const USUALLY_WITHIN_MS = 120_000;

/** Requests of one step after which Wait Timeout passes: more than any step has tries. */
const REQUESTS_UNTIL_DEADLINE = 10;
const WAIT_TIMEOUT_S = 10;

/** The client's pauses, shortened; their relative order stays. */
const SHORT_LIMITS = {
	retry: {
		backoffBaseMs: 2,
		backoffMaxMs: 200,
		firstContactMs: 300,
		outageMs: 1_500,
	},
	waiting: { firstPollMs: 5, pollMinMs: 5, pollMaxMs: 20 },
} satisfies LimitChanges;

export interface Setting {
	options?: object;
	limits?: LimitChanges;
	/** Whether Wait Timeout passes once a step has been requested ten times. */
	reachesDeadline?: boolean;
	/** Milliseconds until the run should have ended; then the test stops it. */
	withinMs?: number;
}

/** An ended run and its verdict. */
export interface Judged {
	execution: Execution;
	verdict: Verdict;
}

/** n8n's engine with the compiled nodes, and a service that tests control. */
class Setup {
	readonly apiKey = `sk_hostile_${'0123456789abcdef'.repeat(2)}`;
	private readonly time = new NodeTime();
	private limits: LimitChanges = SHORT_LIMITS;
	private logged = 0;

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

	/** Resets the state of the previous test. */
	reset(): void {
		this.service.reset();
		this.logged = this.engine.log.entries.length;
	}

	/** Lines in n8n's log since the test began. */
	private logLines(): string[] {
		return this.engine.log.entries
			.slice(this.logged)
			.map(
				({ level, message, metadata }) => `${level} ${message} ${JSON.stringify(metadata ?? '')}`,
			);
	}

	/** Lets time pass once a step has been requested often. @returns the options of the node */
	private endWait(): object {
		const { service } = this;
		service.onRequest = (step) => {
			const isOften = service.of(step).length % REQUESTS_UNTIL_DEADLINE === 0;
			if (isOften) this.time.pass(WAIT_TIMEOUT_S * 1_000);
		};
		return { waitTimeout: WAIT_TIMEOUT_S };
	}

	/** Runs Document → Tag for each of these documents and stops it at its deadline. */
	async tag(documents: Buffer[], setting: Setting = {}): Promise<Judged> {
		const { limits = {}, withinMs = USUALLY_WITHIN_MS } = setting;
		const options = { ...setting.options, ...(setting.reachesDeadline ? this.endWait() : {}) };
		this.limits = {
			...SHORT_LIMITS,
			retry: { ...SHORT_LIMITS.retry, ...limits.retry },
			transfer: { ...limits.transfer },
		};
		const before = this.service.world.charges.length;
		const running = await this.engine.start({
			nodes: tagPdf({ options }),
			items: documents.map((content, n) => ({
				binary: { data: { content, fileName: `document-${n}.pdf`, mimeType: 'application/pdf' } },
			})),
		});
		let outlived = false;
		const timer = setTimeout(() => {
			outlived = true;
			running.stop();
			this.service.hangUp();
		}, withinMs);
		const execution = await running.finished;
		clearTimeout(timer);
		const log = this.logLines().join('\n');
		const charges = this.service.world.charges.slice(before);
		const outcome = { execution, documents, charges, log, outlived };
		const verdict = await judge(this.service, this.apiKey, outcome);
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
		opened().reset();
	});
	afterAll(async () => await setup?.close());
	return opened;
}

/** A unique document of `size` bytes; documents of the same length begin alike. */
export function documentOf(name: string, size = 2_000): Buffer {
	const content = Buffer.alloc(size, '\n');
	content.write('%PDF-1.7\n');
	const end = `% ${name}\n%%EOF\n`;
	content.write(end, size - Buffer.byteLength(end));
	return content;
}
