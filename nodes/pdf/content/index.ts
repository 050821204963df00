/** What content streams paint (ISO 32000-1, 7.8.2). */
export type { Content, Paint, ShownText } from './content';
export { ContentScan } from './contentScan';
export {
	ANYWHERE,
	IDENTITY,
	intersect,
	multiply,
	overlaps,
	transformBox,
	type Box,
	type Matrix,
} from './geometry';
export type { Saved } from './graphicsState';
