import type { SandboxOptions } from '../../sandbox';

/** One measurement: a batch, the service it uses, and the bounds for the node. */
export interface Row {
	name: string;
	documents: number;
	service: Partial<SandboxOptions>;
	/** Documents to tag before these, each in its own execution. They are not measured. */
	earlier?: number;
	/** Max Documents at Once; the node's default when left out. */
	inFlight?: number;
	/** Runs in a real n8n instead of its engine alone. */
	inN8n?: true;
	/** Runs of each contestant; their medians are compared. */
	rounds: number;
	/** Whether CI runs it, too. */
	quick?: true;
	/** Whether the script runs as well. Without it, only the delay is judged. */
	script: boolean;
	bounds: {
		/** Time as a multiple of the script's. */
		ratio?: number;
		/** Polls per document, on average. */
		polls?: number;
		/** Maximum delay until a job is found, as a share of its duration; 500 ms is always allowed. */
		late?: number;
	};
}

const ALL_AT_ONCE = { parallelJobs: 10_000 };
const seconds = (time: number) => ({ processingMs: time * 1_000 });

export const ROWS: Row[] = [
	{
		name: '100 × 5 s, all at once',
		documents: 100,
		service: { ...ALL_AT_ONCE, ...seconds(5) },
		inFlight: 1_000,
		rounds: 3,
		script: true,
		bounds: { ratio: 1.3, polls: 3 },
	},
	{
		name: '100 × 5 s, all at once, default in flight',
		documents: 100,
		service: { ...ALL_AT_ONCE, ...seconds(5) },
		rounds: 3,
		script: true,
		bounds: { ratio: 3, polls: 3 },
	},
	{
		name: '60 × 5 s, all at once, default in flight',
		quick: true,
		documents: 60,
		service: { ...ALL_AT_ONCE, ...seconds(5) },
		rounds: 3,
		script: true,
		bounds: { ratio: 1.5, polls: 3 },
	},
	{
		name: '60 × 5 s, all at once, default in flight, in n8n',
		documents: 60,
		service: { ...ALL_AT_ONCE, ...seconds(5) },
		inN8n: true,
		rounds: 3,
		script: true,
		bounds: { ratio: 1.5, polls: 3 },
	},
	{
		name: '1,000 × 10 s, all at once',
		documents: 1_000,
		service: { ...ALL_AT_ONCE, ...seconds(10) },
		inFlight: 1_000,
		rounds: 3,
		script: true,
		bounds: { ratio: 1.3, polls: 2.5 },
	},
	{
		name: '100 × 2 s, 10 at once',
		documents: 100,
		service: { parallelJobs: 10, ...seconds(2) },
		inFlight: 1_000,
		rounds: 3,
		script: true,
		bounds: { ratio: 1.15, polls: 3 },
	},
	{
		name: '1,000 × 0.5 s to 120 s, 50 at once',
		documents: 1_000,
		service: { parallelJobs: 50, ...seconds(0.5), processingMaxMs: 120_000, seed: 'batch' },
		inFlight: 1_000,
		rounds: 3,
		script: true,
		bounds: { ratio: 1.2, polls: 6 },
	},
	...[1, 10, 60].map((time) => ({
		name: `1 × ${time} s`,
		documents: 1,
		service: { ...ALL_AT_ONCE, ...seconds(time) },
		rounds: 3,
		script: false,
		bounds: { polls: 45, late: 0.1 },
	})),
	{
		name: '1 × 10 s, after five',
		documents: 1,
		earlier: 5,
		service: { ...ALL_AT_ONCE, ...seconds(10) },
		rounds: 1,
		script: false,
		bounds: { polls: 6, late: 0.03 },
	},
];
