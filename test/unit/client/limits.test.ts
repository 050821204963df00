import { recallByKey } from '../../../client/limits';

test('the values of the hundred API keys that were used last are remembered', () => {
	const values = new Map<string, object>();
	const recall = (key: string) => recallByKey(values, key, () => ({}));
	const [first, second] = [recall('first'), recall('second')];
	for (let n = 0; n < 98; n += 1) recall(`other ${n}`);
	expect(recall('first')).toBe(first);
	recall('another');
	expect(recall('first')).toBe(first);
	expect(recall('second')).not.toBe(second);
});
