import {
	findAppearance,
	findVisibleAppearance,
} from '../../../../../nodes/pdf/answers/page/appearance';
import type { Box } from '../../../../../nodes/pdf/content';
import { Reference } from '../../../../../nodes/pdf/syntax';
import { present } from '../../../../present';
import { makeDocument } from '../../reading';

const AREA: Box = [0, 0, 100, 100];
const STREAM = new Reference(5, 0);

/** Object 3 is the annotation, object 5 an appearance stream. */
async function makeDocumentWith(annotation: string) {
	const { objects } = await makeDocument({
		1: '<</Pages 2 0 R>>',
		3: annotation,
		4: '/On',
		5: '<</Length 0>>',
		6: '<</On 5 0 R>>',
		7: '2',
		8: '<</N 5 0 R>>',
	});
	return objects;
}

test.each([
	['<</AP<</N 5 0 R>>>>', STREAM],
	['<</AP 8 0 R>>', STREAM],
	['<</AP<</D 5 0 R>>>>', undefined],
	['<</AP<</N 99 0 R>>>>', undefined],
	['<</AP<</N null>>>>', undefined],
	['<<>>', undefined],
	['<</AS/On/AP<</N<</On 5 0 R>>>>>>', STREAM],
	['<</AS/On/AP<</N 6 0 R>>>>', STREAM],
	['<</AS 4 0 R/AP<</N 6 0 R>>>>', STREAM],
	['<</AS/Off/AP<</N 6 0 R>>>>', undefined],
	['<</AS(On)/AP<</N 6 0 R>>>>', undefined],
	['<</AP<</N 6 0 R>>>>', undefined],
])('finds the appearance of %s: %j', async (annotation, expected) => {
	const objects = await makeDocumentWith(annotation);
	expect(findAppearance(objects, objects.getDictionary(new Reference(3, 0)))).toEqual(expected);
});

test('a missing annotation has no appearance', async () => {
	const objects = await makeDocumentWith('<<>>');
	expect(findAppearance(objects, undefined)).toBeUndefined();
});

test.each([
	['', STREAM],
	['/F 0', STREAM],
	['/F 1', STREAM],
	['/F 2', undefined],
	['/F 3', undefined],
	['/F 4', STREAM],
	['/F 32', undefined],
	['/F 36', undefined],
	['/F 64', STREAM],
	['/F 7 0 R', undefined],
	['/F(2)', STREAM],
	['/Rect[10 10 20 20]', STREAM],
	['/Rect[90 90 200 200]', STREAM],
	['/Rect[110 10 120 20]', undefined],
	['/Rect[10 -30 20 -10]', undefined],
	['/Rect[0 0 0 0]', STREAM],
	['/Rect null', STREAM],
])('an annotation with %j is shown on the page by: %j', async (entries, expected) => {
	const objects = await makeDocumentWith(`<</AP<</N 5 0 R>>${entries}>>`);
	const annotation = present(objects.getDictionary(new Reference(3, 0)));
	expect(findVisibleAppearance(objects, annotation, AREA)).toEqual(expected);
});
