import type { PdfDocument } from '../file/revision';

/**
 * The kind of the document's form: `xfa` if it has an XFA entry that is not an empty array, with or without fields;
 * `acroform` if it has only fields; `none` if it has neither.
 */
export function readFormKind({ catalog, objects }: PdfDocument): 'none' | 'acroform' | 'xfa' {
	const form = objects.getDictionary(catalog.get('AcroForm'));
	const xfa = objects.resolve(form?.get('XFA'));
	if (xfa !== null && !(Array.isArray(xfa) && xfa.length === 0)) return 'xfa';
	return objects.getArray(form?.get('Fields')).length > 0 ? 'acroform' : 'none';
}
