import { filled } from '../../../../bench/report/page';

const page =
	'before\n<!-- results: a -->\n\nold\n\n<!-- end -->\nbetween\n<!-- results: b -->\n<!-- end -->\n';

test('what stands between its marks is replaced, and nothing else', () => {
	expect(filled(page, { a: 'new', b: 'more' })).toBe(
		'before\n<!-- results: a -->\n\nnew\n\n<!-- end -->\nbetween\n<!-- results: b -->\n\nmore\n\n<!-- end -->\n',
	);
});

test('what has been filled can be filled again', () => {
	const once = filled(page, { a: 'new' });
	expect(filled(once, { a: 'new' })).toBe(once);
});

test('a page that lacks a place is named for it', () => {
	expect(() => filled(page, { c: 'new' })).toThrow('There is no <!-- results: c -->');
});
