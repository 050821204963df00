import { WorkBudget } from '../../../../pdf/budget';
import { Body } from '../../../../pdf/file/body';
import { NumberIndex } from '../../../../pdf/file/columns';
import { Objects, locateByReference } from '../../../../pdf/file/objects';
import { READER_LIMITS, type ReaderLimits } from '../../../../pdf/readerLimits';

/** Objects by number, as if each stood at ten times its number. */
export function openObjects(texts: Record<number, string>, limits: Partial<ReaderLimits> = {}) {
	const all = { ...READER_LIMITS, ...limits };
	const body = new Body(all, new WorkBudget(all));
	const places = new NumberIndex(body.memory.tables);
	for (const [key, text] of Object.entries(texts)) {
		const number = Number(key);
		body.objects.add(10 * number, number, Buffer.from(text));
		places.set(number, 10 * number);
	}
	return { body, places, objects: new Objects(body, locateByReference(body, places)) };
}
