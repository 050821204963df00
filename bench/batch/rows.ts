import type { SandboxOptions } from '../../sandbox';

/** One measurement: a batch, the service it goes to, and what the node has to keep to. */
export interface Row {
	name: string;
	documents: number;
	service: Partial<SandboxOptions>;
	/** So many before these, each in an execution of its own; they are not measured. */
	earlier?: number;
	/** Max Documents at Once; that of the node when left out. */
	inFlight?: number;
	/** In a real n8n in place of its engine alone. */
	inN8n?: true;
	/** How often each contestant runs; medians are compared. */
	rounds: number;
	/** Whether it is done in CI, too. */
	quick?: true;
	/** Without a script there is nothing to compare with: only the delay counts. */
	script: boolean;
	bounds: {
		/** Of the script's time. */
		ratio?: number;
		/** A document, on average. */
		polls?: number;
		/** Share of a job's time after which it is found at the latest, or half a second if that is more. */
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
		rounds: 1,
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
		service: { parallelJobs: 50, ...seconds(0.5), processingMaxMs: 120_000 },
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
