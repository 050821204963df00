import { fillPage } from '../../../../bench/report/page';

const page =
	'before\n<!-- results: a -->\n\nold\n\n<!-- end -->\nbetween\n<!-- results: b -->\n<!-- end -->\n';

test('what stands between its marks is replaced, and nothing else', () => {
	expect(fillPage(page, { a: 'new', b: 'more' })).toBe(
		'before\n<!-- results: a -->\n\nnew\n\n<!-- end -->\nbetween\n<!-- results: b -->\n\nmore\n\n<!-- end -->\n',
	);
});

test('what has been filled can be filled again', () => {
	const once = fillPage(page, { a: 'new' });
	expect(fillPage(once, { a: 'new' })).toBe(once);
});

test('a page that lacks a place is named for it', () => {
	expect(() => fillPage(page, { c: 'new' })).toThrow('There is no <!-- results: c -->');
});
