/** Content of content streams (ISO 32000-1, 7.8.2). */
export {
	countContentItems,
	INITIAL_STATE,
	INLINE_IMAGE,
	UNREAD_CONTENT,
	sampleTexts,
	type Content,
	type Paint,
	type SavedState,
	type ShownText,
} from './content';
export { ContentScan } from './contentScan';
export {
	ANYWHERE,
	IDENTITY,
	intersect,
	multiply,
	overlaps,
	transformBox,
	unite,
	UNIT_SQUARE,
	type Box,
	type Matrix,
} from './geometry';
