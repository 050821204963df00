import { findStreamKind } from '../../../../../nodes/pdf/body/stream/streamKind';
import { isDictionary, tryParseObject } from '../../../../../nodes/pdf/syntax';

test.each([
	['/Type/XRef', 'crossReference'],
	['/Type/XRef/N 1/Subtype/Image', 'crossReference'],
	['/Type/ObjStm/N 1', 'objects'],
	['/Type/Metadata', 'metadata'],
	['/Subtype/XML', 'metadata'],
	['/Type/XObject/Subtype/Form', 'content'],
	['/Subtype/Form/N 1', 'content'],
	['/Type/Pattern/PatternType 1', 'content'],
	['/Type/Pattern/PatternType 2', undefined],
	['/Subtype/Image', undefined],
	['/Type/EmbeddedFile', undefined],
	['/Type/Contents', 'content'],
	['', 'content'],
	['/Type(x)/Subtype(x)', 'content'],
	['/Length1 1', undefined],
	['/Length2 1', undefined],
	['/Length3 1', undefined],
	['/FunctionType 4', undefined],
	['/ShadingType 4', undefined],
	['/N 3', undefined],
	['/Alternate/DeviceRGB', undefined],
	['/Filter/FlateDecode', 'content'],
	['/Filter[/ASCII85Decode/LZWDecode]', 'content'],
	['/Filter/DCTDecode', undefined],
	['/Filter[/ASCII85Decode/DCT]', undefined],
	['/Filter/JPXDecode', undefined],
	['/Filter/JBIG2Decode', undefined],
	['/Filter/CCITTFaxDecode', undefined],
	['/Filter/CCF', undefined],
	['/Filter 5', 'content'],
])('%s is read as %s', (entries, kind) => {
	const dictionary = tryParseObject(Buffer.from(`<<${entries}>>`));
	expect(isDictionary(dictionary) && findStreamKind(dictionary)).toBe(kind);
});
