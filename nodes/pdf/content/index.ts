/** What content streams paint (ISO 32000-1, 7.8.2). */
export type { Point } from './textPosition';
export { ContentScan, type Content } from './contentScan';
