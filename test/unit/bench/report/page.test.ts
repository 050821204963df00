import { fillPage } from '../../../../bench/report/page';

const page =
	'before\n<!-- results: a -->\n\nold\n\n<!-- end -->\nbetween\n<!-- results: b -->\n<!-- end -->\n';

test('replaces only the text between its marks', () => {
	expect(fillPage(page, { a: 'new', b: 'more' })).toBe(
		'before\n<!-- results: a -->\n\nnew\n\n<!-- end -->\nbetween\n<!-- results: b -->\n\nmore\n\n<!-- end -->\n',
	);
});

test('can replace the text again', () => {
	const once = fillPage(page, { a: 'new' });
	expect(fillPage(once, { a: 'new' })).toBe(once);
});

test('names a page without the marks', () => {
	expect(() => fillPage(page, { c: 'new' })).toThrow('There is no <!-- results: c -->');
});
