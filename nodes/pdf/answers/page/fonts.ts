import { listAnnotations, type Objects, type Page } from '../../document';
import {
	isDictionary,
	isName,
	Name,
	Reference,
	type Dictionary,
	type PdfObject,
} from '../../syntax';
import type { Turns } from '../../turns';
import { findAppearance } from './appearance';

const FONT_FILES = ['FontFile', 'FontFile2', 'FontFile3'];

/**
 * Names of fonts that pages can use and that are not embedded (ISO 32000-1, 9.9). This includes fonts in
 * forms, patterns and appearances of annotations.
 *
 * @throws Unknown if a font cannot be read
 */
export async function findNotEmbeddedFonts(
	objects: Objects,
	pages: readonly Page[],
	turns: Turns,
): Promise<Set<string>> {
	const reader = new FontReader(objects, turns);
	for (const page of pages) {
		await turns.yieldIfDue();
		await reader.readPage(page);
	}
	return reader.names;
}

class FontReader {
	readonly names = new Set<string>();
	/** Resources that are still to be read. */
	private readonly pendingResources: PdfObject[] = [];
	private readonly visited = new Set<number>();
	/** Resources that are not separate objects, which pages may inherit. */
	private readonly inherited = new WeakSet<Dictionary>();

	constructor(
		private readonly objects: Objects,
		private readonly turns: Turns,
	) {}

	async readPage(page: Page): Promise<void> {
		const { objects, turns } = this;
		this.pendingResources.push(page.resources);
		// The annotations of a page that is written into its parent cannot be read.
		const annotations = page.number === undefined ? [] : listAnnotations(objects, page);
		for (const annotation of annotations) {
			await turns.yieldIfDue();
			this.addResourcesOf(findAppearance(objects, this.visit(annotation)));
		}
		while (this.pendingResources.length > 0) {
			await this.readResources(this.visit(this.pendingResources.pop()));
		}
	}

	private async readResources(resources: Dictionary | undefined): Promise<void> {
		for (const font of this.visitEntries(resources, 'Font')) {
			await this.turns.yieldIfDue();
			this.readFont(font);
		}
		for (const key of ['XObject', 'Pattern']) {
			for (const inner of this.visitEntries(resources, key)) {
				await this.turns.yieldIfDue();
				this.addResourcesOf(inner);
			}
		}
	}

	private addResourcesOf(stream: PdfObject | undefined): void {
		const own = this.visit(stream)?.get('Resources');
		if (own !== undefined) this.pendingResources.push(own);
	}

	/** The values of a dictionary in resources; empty if it was read before. */
	private visitEntries(resources: Dictionary | undefined, key: string): PdfObject[] {
		return [...(this.visit(resources?.get(key))?.values() ?? [])];
	}

	private visit(object: PdfObject | undefined): Dictionary | undefined {
		if (object instanceof Reference) {
			if (this.visited.has(object.number)) return undefined;
			this.visited.add(object.number);
		} else if (isDictionary(object)) {
			if (this.inherited.has(object)) return undefined;
			this.inherited.add(object);
		}
		return this.objects.getDictionary(object);
	}

	private readFont(object: PdfObject): void {
		const font = this.visit(object);
		const { objects } = this;
		if (!font || !isNotEmbedded(objects, font)) return;
		const name = objects.resolve(
			font.get('BaseFont') ?? findInnerFont(objects, font)?.get('BaseFont'),
		);
		this.names.add(name instanceof Name ? name.name : '');
	}
}

/** Whether a font is missing in the file. A Type 3 font never is. False without a font. */
export function isNotEmbedded(objects: Objects, font: Dictionary | undefined): boolean {
	if (!font || isName(objects.resolve(font.get('Subtype')), 'Type3')) return false;
	const descriptor = objects.getDictionary(findInnerFont(objects, font)?.get('FontDescriptor'));
	return !FONT_FILES.some((key) => objects.getDictionary(descriptor?.get(key)) !== undefined);
}

/** The font with the glyphs: a composite font has it as its descendant (9.7.6). */
function findInnerFont(objects: Objects, font: Dictionary): Dictionary | undefined {
	const descendants = objects.resolve(font.get('DescendantFonts'));
	return Array.isArray(descendants) ? objects.getDictionary(descendants[0]) : font;
}
