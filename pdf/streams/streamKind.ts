import { isName, Name, type Dictionary } from '../syntax/objects';
import { readFilters } from './filters';

/** Purpose for which a stream is read. */
export type StreamKind = 'crossReference' | 'objects' | 'metadata' | 'content';

/** Keys of fonts, functions, shadings and colour profiles, whose data are not needed. */
const OTHER_KEYS = [
	'Length1',
	'Length2',
	'Length3',
	'FunctionType',
	'ShadingType',
	'N',
	'Alternate',
];
const IMAGE_FILTERS = ['DCTDecode', 'DCT', 'JPXDecode', 'JBIG2Decode', 'CCITTFaxDecode', 'CCF'];

/** The purpose for which a stream is read; undefined for skipped streams, such as images. */
export function findStreamKind(dictionary: Dictionary): StreamKind | undefined {
	const type = dictionary.get('Type');
	const subtype = dictionary.get('Subtype');
	if (isName(type, 'XRef')) return 'crossReference';
	if (isName(type, 'ObjStm')) return 'objects';
	if (isName(type, 'Metadata') || isName(subtype, 'XML')) return 'metadata';
	// Forms and tiling patterns.
	if (isName(subtype, 'Form') || dictionary.get('PatternType') === 1) return 'content';
	if (subtype instanceof Name || (type instanceof Name && type.name !== 'Contents')) {
		return undefined;
	}
	if (OTHER_KEYS.some((key) => dictionary.has(key))) return undefined;
	const isImage = readFilters(dictionary)?.some((filter) => IMAGE_FILTERS.includes(filter));
	return isImage === true ? undefined : 'content';
}
