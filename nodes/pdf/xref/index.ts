/** Cross-reference sections and object streams (ISO 32000-1, 7.5.4 to 7.5.8). */
export { followSections, type CrossReference } from './crossReference';
export { readObjectStream } from './objectStream';
export {
	EntryList,
	findContainer,
	FREE,
	toCompressedKey,
	type Place,
	type Section,
} from './section';
export { TableSection } from './tableSection';
export { readXrefStream } from './xrefStream';
