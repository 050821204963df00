import type { Fault, FaultOrder } from '../../../sandbox';
import { STEPS, type Cell, type FlowStep, type ExpectedError } from './cell';

/** Builds a cell for a step, without its place in the matrix. */
export type CellAt = (step: FlowStep) => Omit<Cell, 'fault' | 'step'>;

export type Row = { fault: string } & Partial<Record<FlowStep, CellAt>>;

export const API: readonly FlowStep[] = ['createUpload', 'submitJob', 'getJob', 'getResult'];
export const STORAGE: readonly FlowStep[] = ['store', 'download'];
const AFTER_SUBMISSION: readonly FlowStep[] = ['getJob', 'getResult', 'download'];

/** A row with the same cell at several steps. */
export function row(fault: string, ...parts: Array<[readonly FlowStep[], CellAt]>): Row {
	const cells = parts.flatMap(([steps, cell]) => steps.map((step) => [step, cell] as const));
	return { fault, ...Object.fromEntries(cells) };
}

/** A fault that occurs once; the next try succeeds. */
export function passing(fault: Fault, rest: Partial<Cell> = {}): CellAt {
	return (step) => ({
		orders: [{ step, fault }],
		ends: 'recovered',
		tries: 2,
		jobs: 1,
		setting: {},
		// The job has finished when the node repeats the submission, and the answer says so.
		...(step === 'submitJob' && hasEffect(fault) ? { polls: 0 } : {}),
		...rest,
	});
}

/** Whether the request takes effect although its answer is lost. */
function hasEffect(fault: Fault): boolean {
	if ('reset' in fault) return fault.reset === 'after';
	if ('status' in fault) return fault.afterEffect === true;
	return ['stall', 'truncate', 'malformedJson', 'missingField'].some((name) => name in fault);
}

/** A lasting fault. It is tried for some time, unless `tries` says how often. */
export function lasting(
	fault: Fault,
	error: ExpectedError | ((step: FlowStep) => ExpectedError),
	rest: Partial<Cell> = {},
): CellAt {
	return (step) => ({
		orders: [{ step, fault, times: 'always' }],
		ends: typeof error === 'function' ? error(step) : error,
		jobs: AFTER_SUBMISSION.includes(step) ? 1 : 0,
		// The timeout limits the retries of transient faults, and lets the node poll a job at least once.
		setting: AFTER_SUBMISSION.includes(step) ? { waitTimeout: step === 'getJob' ? 5 : 1 } : {},
		tries: 'several',
		...rest,
	});
}

/** A fault that no retry could fix. */
export function final(
	fault: Fault,
	error: ExpectedError | ((step: FlowStep) => ExpectedError),
	rest: Partial<Cell> = {},
): CellAt {
	return lasting(fault, error, { tries: 1, ...rest });
}

/** The service returns a storage address that nobody serves. */
export function misled(url: string, cell: CellAt): CellAt {
	return (step) => {
		const [from, field]: [FlowStep, string] =
			step === 'store' ? ['createUpload', 'upload_url'] : ['getResult', 'result_url'];
		const { orders, ...rest } = cell(step);
		const moved = orders.map((order): FaultOrder => ({
			...order,
			step: from,
			fault: { fields: { [field]: url } },
		}));
		return { ...rest, orders: moved, unseen: true };
	};
}

export function cellsOf(rows: readonly Row[]): Cell[] {
	return rows.flatMap((row) =>
		STEPS.flatMap((step) => {
			const cell = row[step]?.(step);
			return cell ? [{ fault: row.fault, step, ...cell }] : [];
		}),
	);
}
