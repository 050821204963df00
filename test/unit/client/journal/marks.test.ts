import {
	listKeysToRemove,
	listKeys,
	createMarks,
	readState,
} from '../../../../nodes/client/journal/marks';

const marks = createMarks({ document: 'd', attempt: 2, content: 'c' });
const { started, undelivered, usable, content = '' } = marks;

test('the marks of an attempt contain document, number and meaning, oldest first', () => {
	expect(listKeys(marks)).toEqual([
		'd 2 started',
		'd 2 undelivered',
		'd 2 usable',
		'd 2 content c',
	]);
	expect(listKeys(createMarks({ document: 'd', attempt: 1 }))).toEqual([
		'd 1 started',
		'd 1 undelivered',
		'd 1 usable',
	]);
});

test.each([
	[[], 'new'],
	[[content], 'new'],
	[[started], 'delivered'],
	[[started, content], 'delivered'],
	[[started, undelivered], 'failed'],
	[[undelivered], 'failed'],
	[[started, undelivered, usable], 'sent'],
	[[undelivered, usable], 'sent'],
	[[usable], 'sent'],
	[[started, usable], 'sent'],
])('an attempt with the marks %j is %s', (known, state) => {
	expect(readState(marks, new Set(known))).toBe(state);
});

describe('the rest of an attempt with all its marks in the store', () => {
	const left = (isReusable: boolean, state: 'new' | 'failed' | 'delivered') => {
		const entry = { document: 'd', attempt: 2, content: 'c', isReusable };
		const removed = listKeysToRemove(entry, state);
		return listKeys(marks).filter((key) => !removed.includes(key));
	};

	it.each([true, false])('is nothing after a refusal (reusable: %p)', (isReusable) => {
		expect(left(isReusable, 'new')).toEqual([]);
	});

	it.each([true, false])('shows that its job has failed (reusable: %p)', (isReusable) => {
		expect(left(isReusable, 'failed')).toEqual([started, undelivered, content]);
		expect(readState(marks, new Set(left(isReusable, 'failed')))).toBe('failed');
	});

	it('shows that it was delivered', () => {
		expect(left(false, 'delivered')).toEqual([started, content]);
		expect(readState(marks, new Set(left(false, 'delivered')))).toBe('delivered');
	});

	it('keeps a reusable one in use after its delivery', () => {
		expect(left(true, 'delivered')).toEqual([started, usable, content]);
		expect(readState(marks, new Set(left(true, 'delivered')))).toBe('sent');
	});
});
