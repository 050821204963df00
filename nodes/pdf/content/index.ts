/** What content streams paint (ISO 32000-1, 7.8.2). */
export { ContentScan, type Content } from './contentScan';
