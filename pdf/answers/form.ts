import type { PdfDocument } from '../file/revision';

/** An XFA form counts even without fields; an AcroForm does not. */
export function readFormKind({ catalog, objects }: PdfDocument): 'none' | 'acroform' | 'xfa' {
	const form = objects.getDictionary(catalog.get('AcroForm'));
	const xfa = objects.resolve(form?.get('XFA'));
	if (xfa !== null && !(Array.isArray(xfa) && xfa.length === 0)) return 'xfa';
	return objects.getArray(form?.get('Fields')).length > 0 ? 'acroform' : 'none';
}
