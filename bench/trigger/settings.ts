import type { Bound, Round } from '../outcome';
import type { ContestantName } from './contestants';

/** A configuration of n8n, and the trigger's bounds in it. */
export interface Setting {
	name: string;
	env: Readonly<Record<string, string>>;
	/** Contestant that the trigger is compared with. */
	peer: 'webhook' | 'floor';
	/** Relative to the peer: minimum rate, and maximum 99th percentile. */
	bounds: Partial<Record<ContestantName, { rate: number; p99?: number }>>;
}

export const SETTINGS: Setting[] = [
	{
		// n8n creates an isolate per delivery, except for its own Webhook node, so only `floor` is comparable.
		name: 'n8n as it comes',
		env: {},
		peer: 'floor',
		bounds: {
			genuine: { rate: 0.9, p99: 1.15 },
			duplicate: { rate: 1.5 },
			forged: { rate: 1.5 },
		},
	},
	{
		name: 'isolates when needed',
		env: { N8N_EXPRESSION_ENGINE_LAZY_ACQUIRE: 'true' },
		peer: 'webhook',
		bounds: {
			genuine: { rate: 0.9, p99: 1.15 },
			duplicate: { rate: 2 },
			forged: { rate: 2 },
		},
	},
];

/** n8n as it comes, for CI. */
export const QUICK_SETTINGS = SETTINGS.slice(0, 1);

/** Deliveries per run, by connections: enough for a percentile, few enough for a minute. */
export const AMOUNTS: Readonly<Record<number, number>> = { 1: 60, 10: 150, 100: 200 };

/** The same, for CI. */
export const QUICK_AMOUNTS: typeof AMOUNTS = { 10: 60 };

export const ROUNDS = 3;

/** Returns a setting's bounds, as ratios to the peer's figures. */
export function boundsOf({ peer, bounds }: Setting): Array<Bound<ContestantName>> {
	return Object.entries(bounds).flatMap(([key, { rate, p99 }]) => {
		const name = key as ContestantName;
		const ratio = (what: string) => (round: Round<ContestantName>) =>
			(round[name][what] ?? NaN) / (round[peer][what] ?? NaN);
		const percentile = { what: `p99, ${name} / ${peer}`, atMost: p99, of: ratio('p99') };
		return [
			{ what: `rate, ${name} / ${peer}`, atLeast: rate, of: ratio('rate') },
			...(p99 === undefined ? [] : [percentile]),
		];
	});
}
