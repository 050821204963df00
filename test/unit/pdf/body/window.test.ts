import { Window } from '../../../../nodes/pdf/body/window';

/** A window with these chunks, whose bytes their source reuses. */
function fill(window: Window, ...chunks: string[]): boolean[] {
	return chunks.map((text) => {
		const chunk = Buffer.from(text);
		const isRead = window.push(chunk);
		chunk.fill('x');
		return isRead;
	});
}

test('keeps the bytes of all chunks, and reads on when they have grown by half', () => {
	const window = new Window();
	expect(fill(window, '12345678', '9', 'ab', 'c', 'd')).toEqual([true, false, false, true, false]);
	expect(window.getRest().toString()).toBe('123456789abcd');
	expect(window.bytesLeft).toBe(13);
});

test('takes bytes, and goes back to an offset', () => {
	const window = new Window();
	fill(window, '12');
	expect(window.take(2).toString()).toBe('12');
	fill(window, '345');
	expect([window.offset, window.bytesLeft]).toEqual([2, 3]);
	expect(window.take(2).toString()).toBe('34');
	expect(window.offset).toBe(4);
	window.goTo(3);
	expect(window.getRest().toString()).toBe('45');
	expect(window.take(9).toString()).toBe('45');
	expect([window.offset, window.bytesLeft]).toEqual([5, 0]);
});

test('keeps the unread rest in the same room, as long as it is large enough', () => {
	const window = new Window();
	fill(window, '1234');
	for (let chunk = 0; chunk < 100; chunk += 1) {
		window.take(4);
		fill(window, 'abc', 'd');
		expect(window.getRest().toString()).toBe('abcd');
		expect(window.offset).toBe(4 * (chunk + 1));
	}
});

test('grows with an object that is longer than a chunk', () => {
	const window = new Window();
	fill(window, 'xx');
	window.take(2);
	for (let chunk = 0; chunk < 1000; chunk += 1) fill(window, 'abc');
	expect(window.getRest().toString()).toBe('abc'.repeat(1000));
	expect([window.offset, window.bytesLeft]).toEqual([2, 3000]);
	window.take(2999);
	fill(window, 'd');
	expect(window.getRest().toString()).toBe('cd');
	expect(window.offset).toBe(3001);
});
