import type { PdfDocument } from '../file/revision';

export const FORM_KINDS = ['none', 'acroform', 'xfa'] as const;
export type FormKind = (typeof FORM_KINDS)[number];

/** An XFA form counts even without fields; an AcroForm does not. */
export function readFormKind({ catalog, objects }: PdfDocument): FormKind {
	const form = objects.getDictionary(catalog.get('AcroForm'));
	const xfa = objects.resolve(form?.get('XFA'));
	if (xfa !== null && !(Array.isArray(xfa) && xfa.length === 0)) return 'xfa';
	return objects.getArray(form?.get('Fields')).length > 0 ? 'acroform' : 'none';
}
