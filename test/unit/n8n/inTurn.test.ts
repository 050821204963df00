import { inTurn } from '../../../nodes/n8n/inTurn';

test('tasks of a key run one after the other, those of another key beside them', async () => {
	const events: string[] = [];
	const task = (name: string) => async () => {
		events.push(`${name} begins`);
		await new Promise(setImmediate);
		events.push(`${name} ends`);
		return name;
	};
	const all = [inTurn('a', task('1')), inTurn('a', task('2')), inTurn('b', task('3'))];
	expect(await Promise.all(all)).toEqual(['1', '2', '3']);
	expect(events.indexOf('2 begins')).toBeGreaterThan(events.indexOf('1 ends'));
	expect(events.indexOf('3 begins')).toBeLessThan(events.indexOf('1 ends'));
});

test('one that fails does not keep the next from its turn', async () => {
	const failed = inTurn('a', async () => await Promise.reject(new Error('no')));
	const next = inTurn('a', async () => await Promise.resolve('yes'));
	await expect(failed).rejects.toThrow('no');
	expect(await next).toBe('yes');
});

test.each([
	['after the last one nothing is kept', 0],
	['the turn stays while another waits', 1],
])('%s', async (_, waiting) => {
	const forgotten = jest.spyOn(Map.prototype, 'delete');
	const keys = () => forgotten.mock.calls.filter(([key]) => key === 'own').length;
	const first = inTurn('own', async () => await Promise.resolve());
	const others = Array.from({ length: waiting }, async () => {
		await inTurn('own', async () => await new Promise(setImmediate));
	});
	await first;
	expect(keys()).toBe(1 - waiting);
	await Promise.all(others);
	expect(keys()).toBe(1);
	forgotten.mockRestore();
});
