import { HALTED } from '../../../../nodes/client/errors';
import { Service } from '../../../../nodes/client/service';
import { creditGuard, type Guard } from '../../../../nodes/client/submission';
import { failureOf } from '../../support/failureOf';
import { account, answered, ScriptedRuntime } from '../../support/scriptedRuntime';

describe('creditGuard', () => {
	let runtime: ScriptedRuntime;
	let halt: AbortController;

	beforeEach(() => {
		runtime = new ScriptedRuntime();
		halt = new AbortController();
	});

	const guardOf = (minimum: number): Guard =>
		creditGuard(new Service(runtime), minimum, halt.signal);
	const submit = jest.fn(async () => await Promise.resolve('submitted'));
	beforeEach(() => submit.mockClear());

	/** Submits for a second, and tells when it began and ended. */
	function submission(name: string, told: string[]): () => Promise<string> {
		return async () => {
			told.push(`${name} begins`);
			await runtime.sleep(1_000);
			told.push(`${name} ends`);
			return name;
		};
	}

	describe.each([0, -1])('with the minimum %i', (minimum) => {
		it('asks nobody', async () => {
			expect(await guardOf(minimum)(submit)).toBe('submitted');
			expect(runtime.requests).toEqual([]);
		});

		it('lets submissions go side by side', async () => {
			const told: string[] = [];
			const guard = guardOf(minimum);
			await Promise.all([guard(submission('a', told)), guard(submission('b', told))]);
			expect(told).toEqual(['a begins', 'b begins', 'a ends', 'b ends']);
		});

		it('lets none through once the run is halted', async () => {
			halt.abort(HALTED);
			expect((await failureOf(guardOf(minimum)(submit))).code).toBe('NOT_STARTED');
			expect(submit).not.toHaveBeenCalled();
		});
	});

	describe('with a minimum', () => {
		it.each([10, 11])(
			'lets a submission through with %i credits of at least 10',
			async (credits) => {
				runtime.answer('getAccount', account(credits));
				expect(await guardOf(10)(submit)).toBe('submitted');
				expect(runtime.order()).toEqual(['getAccount']);
			},
		);

		it.each([9, 0, -1])('lets none through with %i', async (credits) => {
			runtime.answer('getAccount', account(credits));
			const { code, facts } = await failureOf(guardOf(10)(submit));
			expect(code).toBe('CREDITS_BELOW_LIMIT');
			expect(facts).toEqual({ credits: { available: credits, minimum: 10 } });
			expect(submit).not.toHaveBeenCalled();
		});

		it('counts from the first credit', async () => {
			runtime.answer('getAccount', account(0));
			expect((await failureOf(guardOf(1)(submit))).code).toBe('CREDITS_BELOW_LIMIT');
		});

		it('asks before each submission, and lets one go after the other', async () => {
			runtime.answer('getAccount', account(12), account(11), account(9));
			const told: string[] = [];
			const guard = guardOf(10);
			const work = ['a', 'b', 'c'].map(async (name) => await guard(submission(name, told)));
			const outcomes = await Promise.allSettled(work);
			expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected']);
			expect(told).toEqual(['a begins', 'a ends', 'b begins', 'b ends']);
			expect(runtime.requests).toHaveLength(3);
		});

		it('lets the next go after one that was refused', async () => {
			runtime.answer('getAccount', account(12));
			const guard = guardOf(10);
			const refused = new Error('402');
			const first = guard(async () => await Promise.reject(refused));
			const second = guard(submit);
			await expect(first).rejects.toBe(refused);
			expect(await second).toBe('submitted');
		});

		it('lets none through that is halted while the credits are asked for', async () => {
			runtime.answer('getAccount', () => {
				halt.abort(HALTED);
				return account(12);
			});
			expect((await failureOf(guardOf(10)(submit))).code).toBe('NOT_STARTED');
			expect(submit).not.toHaveBeenCalled();
		});

		it('asks nobody once the run is halted', async () => {
			halt.abort(HALTED);
			expect((await failureOf(guardOf(10)(submit))).code).toBe('NOT_STARTED');
			expect(runtime.requests).toEqual([]);
		});

		it('lets none through when the credits cannot be learnt', async () => {
			runtime.answer('getAccount', answered(401));
			expect((await failureOf(guardOf(10)(submit))).code).toBe('UNAUTHORIZED');
			expect(submit).not.toHaveBeenCalled();
		});
	});
});
