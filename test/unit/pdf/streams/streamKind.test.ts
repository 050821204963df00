import { findStreamKind } from '../../../../pdf/streams/streamKind';
import { makeDictionary } from '../dictionaries';

test.each([
	['', 'content'],
	['/Filter/FlateDecode', 'content'],
	['/Type/Contents', 'content'],
	['/Type/XObject/Subtype/Form', 'content'],
	['/Type/Pattern/PatternType 1', 'content'],
	// Forms may have any keys.
	['/Subtype/Form/N 1', 'content'],
	['/Type/XRef', 'crossReference'],
	['/Type/ObjStm', 'objects'],
	['/Type/Metadata', 'metadata'],
	['/Subtype/XML', 'metadata'],
	['/Type/XObject/Subtype/Image', undefined],
	['/Subtype/Image', undefined],
	['/Subtype/Type1C', undefined],
	['/Type/EmbeddedFile', undefined],
	['/Length1 5', undefined],
	['/Length2 5', undefined],
	['/Length3 0', undefined],
	['/Alternate/DeviceRGB', undefined],
	['/FunctionType 4', undefined],
	['/ShadingType 4', undefined],
	['/N 3/Filter/FlateDecode', undefined],
	['/PatternType 2', 'content'],
	...['DCTDecode', 'DCT', 'JPXDecode', 'JBIG2Decode', 'CCITTFaxDecode', 'CCF'].map(
		(filter): [string, undefined] => [`/Filter/${filter}`, undefined],
	),
	['/Filter[/ASCII85Decode/LZWDecode/RunLengthDecode]', 'content'],
	['/Type(Metadata)', 'content'],
	['/Type/Metadata/Subtype/Form', 'metadata'],
	['/Type/XRef/Subtype/XML', 'crossReference'],
	['/Type/Other/PatternType 1', 'content'],
	['/Type/Contents/N 1', undefined],
	['/Type/Contents/Subtype/Image', undefined],
	// A pattern that is not tiling.
	['/PatternType 2/N 1', undefined],
	['/Filter[/FlateDecode/JPXDecode]', undefined],
	// Who reads it will find that it cannot be read.
	['/Filter 5', 'content'],
])('a stream with %j has the kind %s', (dictionary, kind) => {
	expect(findStreamKind(makeDictionary(dictionary))).toBe(kind);
});
