import execa from 'execa';
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { deliver, eventAbout } from '../../test/host/harness/events';
import { type Bench, type Bound, makeRow, type Round, type Run, runInTurns } from '../outcome';
import type { Load, Outcome } from './load';
import { openPlace, type Place } from './place';

const ROUNDS = 3;
/** Deliveries of a run at once, and in all: enough for a percentile, few enough for a minute. */
const AMOUNTS = { connections: 10, amount: 150 };
/** Enough for V8 to compile hot code: a newly started n8n needs half as long again for an event. */
const WARM_UP = { connections: 10, amount: 200 };

/**
 * Deliveries per second until the last execution has ended, and 99th percentile of the response time, in
 * milliseconds.
 */
const UNITS = { rate: 'a second', p99: 'ms' };

/** A target of deliveries, and its expected outcome. */
interface Contestant {
	target: keyof Place['urls'];
	/** Whether all deliveries repeat a job that was delivered before. */
	again?: true;
	/** Whether somebody without the secret signs. */
	forged?: true;
	/** The only correct status. */
	status: 200 | 401;
	/** Whether each delivery starts an execution. */
	executes: boolean;
}

const CONTESTANTS = {
	webhook: { target: 'webhook', status: 200, executes: true },
	floor: { target: 'floor', status: 200, executes: true },
	genuine: { target: 'tagPdf', status: 200, executes: true },
	duplicate: { target: 'tagPdf', again: true, status: 200, executes: false },
	forged: { target: 'tagPdf', forged: true, status: 401, executes: false },
} satisfies Record<string, Contestant>;

type Name = keyof typeof CONTESTANTS;
const NAMES = Object.keys(CONTESTANTS) as Name[];

/** A configuration of n8n, and the trigger's bounds in it. */
interface Setting {
	name: string;
	env: Readonly<Record<string, string>>;
	/** Contestant that the trigger is compared with. */
	peer: 'webhook' | 'floor';
	/** Minimum rate of events that start nothing, relative to the peer's rate. */
	idleRate: number;
}

const SETTINGS: Setting[] = [
	// n8n creates an isolate per delivery, except for its own Webhook node, so only `floor` is comparable.
	{ name: 'n8n as it comes', env: {}, peer: 'floor', idleRate: 1.5 },
	{
		name: 'isolates when needed',
		env: { N8N_EXPRESSION_ENGINE_LAZY_ACQUIRE: 'true' },
		peer: 'webhook',
		idleRate: 2,
	},
];

/**
 * Events into the trigger, compared with n8n's Webhook node and with the smallest possible trigger of a
 * community package, all in the same real n8n.
 */
export const trigger: Bench = {
	title: 'Events',
	about: `_floor_ is a community trigger that does nothing, and _webhook_ is n8n's own Webhook node. The others are events for Tag
PDF Trigger: _genuine_ ones start an execution; _duplicate_ and _forged_ ones do not. n8n 2 makes a V8 isolate for each
delivery to any node but its own Webhook node. With \`N8N_EXPRESSION_ENGINE_LAZY_ACQUIRE=true\` (_isolates when needed_),
it makes one only if an expression needs it. There are ten connections. 99 of 100 deliveries are answered within the
time _p99_.`,
	async run({ matching, quick }, done) {
		const settings = quick ? [] : SETTINGS;
		for (const setting of settings.filter(({ name }) => name.includes(matching))) {
			const place = await openPlace(setting.env);
			try {
				for (const name of NAMES) await run(name, place, WARM_UP);
				const contestants = NAMES.map(
					(name) => [name, async () => await run(name, place, AMOUNTS)] as const,
				);
				const rounds = await runInTurns<Name>(
					Object.fromEntries(contestants) as Record<Name, () => Promise<Run>>,
					ROUNDS,
				);
				done(makeRow(setting.name, rounds, UNITS, boundsOf(setting)));
			} finally {
				await place.close();
			}
		}
	},
};

/** Bounds of the trigger, as ratios to the peer's figures. */
function boundsOf({ idleRate, peer }: Setting): Array<Bound<Name>> {
	const ratio = (what: string, name: Name) => (round: Round<Name>) =>
		(round[name][what] ?? NaN) / (round[peer][what] ?? NaN);
	const rate = (name: Name, atLeast: number) => ({
		what: `rate, ${name} / ${peer}`,
		atLeast,
		of: ratio('rate', name),
	});
	return [
		rate('genuine', 0.9),
		{ what: `p99, genuine / ${peer}`, atMost: 1.15, of: ratio('p99', 'genuine') },
		rate('duplicate', idleRate),
		rate('forged', idleRate),
	];
}

/**
 * Delivers to a contestant from a process of its own.
 *
 * @throws Error when an answer is wrong, because the figures would mean nothing
 */
async function run(name: Name, place: Place, amounts: typeof AMOUNTS): Promise<Run> {
	const { again, executes, forged, status, target }: Contestant = CONTESTANTS[name];
	const load: Load = {
		...amounts,
		url: place.urls[target],
		secret: forged ? 'guessed' : place.secret,
	};
	if (again) {
		load.jobId = `job_${randomUUID()}`;
		await deliver(load.url, eventAbout(load.jobId), load);
	}
	await place.idle();
	const before = await place.executions();
	const { began, ended, p99, statuses } = await send(load);
	const ms = ((await place.idle()) ? Date.now() : ended) - began;
	const stored = (await place.executions()) - before;
	if (statuses[status] !== load.amount || stored !== (executes ? load.amount : 0)) {
		throw new Error(`${name}: ${JSON.stringify(statuses)}, ${stored} executions`);
	}
	return { rate: load.amount / (ms / 1_000), p99 };
}

async function send(load: Load): Promise<Outcome> {
	const file = join(__dirname, 'load.ts');
	const { stdout } = await execa('tsx', [file, JSON.stringify(load)], { preferLocal: true });
	return JSON.parse(stdout.trim().split('\n').at(-1) ?? '') as Outcome;
}
