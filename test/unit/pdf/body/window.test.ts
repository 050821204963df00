import { Window } from '../../../../nodes/pdf/body/window';

test('grows a window by at least half, and keeps all received bytes', () => {
	const window = new Window();
	const chunk = Buffer.from('12345678');
	expect(window.push(chunk)).toBe(true);
	expect(window.push(Buffer.from('9'))).toBe(false);
	expect(window.push(Buffer.from('ab'))).toBe(false);
	expect(window.getRest().toString()).toBe('12345678');
	expect(window.push(Buffer.from('c'))).toBe(true);
	expect(window.getRest().toString()).toBe('123456789abc');
	expect(window.push(Buffer.from('d'))).toBe(false);
	window.appendWaiting();
	expect(window.getRest().toString()).toBe('123456789abcd');
});

test('does not copy a chunk that arrives when nothing is left', () => {
	const window = new Window();
	window.push(Buffer.from('12'));
	window.take(2);
	const chunk = Buffer.from('345');
	window.push(chunk);
	expect(window.bytes).toBe(chunk);
	expect([window.base, window.offset, window.bytesLeft]).toEqual([2, 2, 3]);
	expect(window.take(2).toString()).toBe('34');
	expect(window.offset).toBe(4);
	window.goTo(3);
	expect(window.getRest().toString()).toBe('45');
	expect(window.take(9).toString()).toBe('45');
	expect(window.offset).toBe(5);
});

test('keeps only the unread rest of a returned chunk', () => {
	const window = new Window();
	const chunk = Buffer.from('12345');
	window.push(chunk);
	window.take(3);
	window.release();
	chunk.fill('x');
	expect(window.bytes.toString()).toBe('45');
	expect([window.base, window.offset, window.bytesLeft]).toEqual([3, 3, 2]);
	window.take(1);
	window.release();
	expect([window.bytes.toString(), window.base]).toEqual(['45', 3]);
});

test('chunks that wait are given back as they come', () => {
	const window = new Window();
	window.push(Buffer.from('12345678'));
	window.release();
	for (const text of ['9', 'a']) {
		const chunk = Buffer.from(text);
		expect(window.push(chunk)).toBe(false);
		window.release();
		chunk.fill('x');
	}
	window.appendWaiting();
	const { bytes } = window;
	window.release();
	expect(window.bytes).toBe(bytes);
	expect(bytes.toString()).toBe('123456789a');
});
