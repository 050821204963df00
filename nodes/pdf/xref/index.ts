/** Cross-reference sections and object streams (ISO 32000-1, 7.5.4 to 7.5.8). */
export {
	findContainer,
	followSections,
	FREE,
	toCompressedKey,
	type Place,
	type Section,
} from './crossReference';
export { readObjectStream } from './objectStream';
export { TableSection } from './tableSection';
export { readXrefStream } from './xrefStream';
