import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { present } from '../../../present';
import { IMAGE_VARIABLE } from '../../harness/container';
import { NODE_TYPES } from '../../harness/package';
import { versionUnderTest } from '../../harness/setup';
import { hostVersion } from '../../harness/versions';
import { openSharedSetup } from './shared';

/** What people type who need tagged PDFs, without having heard of the package. */
const WORDS = [
	...['pdf', 'pdf/ua', 'pdfua', 'pdf ua', 'pdf-ua', 'universal accessibility'],
	...['tag', 'tag pdf', 'tag pdfs', 'add tags to pdf', 'tagged pdf', 'untagged pdf', 'tagging'],
	...['pdf tag', 'pdf tags', 'pdf tagger', 'pdf tagging', 'pdf structure', 'structured pdf'],
	...['tag document', 'document tags', 'document tagging', 'tagged document'],
	...['autotag', 'auto-tag', 'auto tag', 'auto tagging', 'auto-tagging'],
	...['accessib', 'accessible', 'accessible pdf', 'accessible document', 'accessible documents'],
	...['pdf accessible', 'make pdf accessible', 'make accessible', 'accessibility'],
	...['pdf accessibility', 'document accessibility', 'compliance', 'accessibility compliance'],
	...[
		'pdf compliance',
		'a11y',
		'pdf a11y',
		'screen reader',
		'screenreader',
		'screen readers',
		'disability',
	],
	...['barrier-free', 'barrierefrei', 'bfsg'],
	...['remediate', 'remediate pdf', 'remediation', 'pdf remediation', 'document remediation'],
	...['wcag', 'wcag 2.1', 'wcag 2.1 aa', 'wcag 2.2', 'wcag pdf', 'pdf wcag', 'ada', 'ada pdf'],
	...['ada title ii', 'title ii', 'title ii compliance', 'ada compliance', 'aoda'],
	...['508', 'section 508', 'section508', '508 compliance', '508 pdf', 'en 301', 'en 301 549'],
	...['en301549', 'eaa', 'european accessibility', 'european accessibility act'],
	...['ocr', 'pdf ocr', 'ocr scanned pdf', 'scanned', 'scanned pdf', 'scanned document'],
	...[
		'image pdf',
		'text recognition',
		'inspect pdf',
		'check pdf',
		'pdf checker',
		'accessibility checker',
	],
	...['fix pdf', 'tagging pdf', 'accessibility tags', 'digital accessibility', 'web accessibility'],
	...['pdf auto tag', 'pdf structure tags', 'wcag 2.2 aa', 'convert to accessible pdf'],
	...['page count', 'pdf page count', 'count pages', 'pdf pages'],
];

interface Described {
	readonly name: string;
	readonly displayName: string;
	readonly group: readonly string[];
	readonly hidden?: boolean;
}

/** A result of n8n's search for nodes. */
interface Found {
	readonly item: { readonly key: string };
}
type Search = (text: string, items: object[]) => Found[];

/** The search of n8n's editor, from the n8n under test; its file has had several names. */
function loadSearch(): Search {
	const folder = join(hostVersion(versionUnderTest).folder, 'node_modules/@n8n/utils/dist');
	const names = ['search/sublime-search', 'search/sublimeSearch', 'sublimeSearch'];
	const file = names.map((name) => join(folder, `${name}.cjs`)).find((each) => existsSync(each));
	return jest.requireActual<{ sublimeSearch: Search }>(present(file)).sublimeSearch;
}

/** The items of the nodes panel: the editor shows a trigger of the same name as a part of its node. */
function listItems(nodes: readonly Described[]): object[] {
	const byName = new Map(nodes.map((node) => [node.name, node]));
	const hasOther = ({ name }: Described, suffix: string) =>
		name.endsWith(suffix) && byName.has(name.slice(0, -suffix.length));
	return [...byName.values()]
		.filter((node) => node.hidden !== true && !hasOther(node, 'Tool') && !hasOther(node, 'Trigger'))
		.map((node) => ({
			key: node.name,
			properties: { ...node, displayName: node.displayName.replace(' Trigger', '') },
		}));
}

// An image does not show the code of its editor.
const describeInstalled = process.env[IMAGE_VARIABLE] ? describe.skip : describe;

describeInstalled("n8n's search for nodes", () => {
	test('finds Tag PDF first or second among all nodes of n8n', async () => {
		const { session } = await openSharedSetup();
		const text = (await session.bytes('/types/nodes.json')).toString();
		const items = listItems(JSON.parse(text) as Described[]);
		expect(items.length).toBeGreaterThan(400);
		const search = loadSearch();
		const ranks = WORDS.map((word) => {
			const found = search(word, items).map(({ item }) => item.key);
			return { word, rank: found.indexOf(NODE_TYPES.tagPdf) + 1 };
		});
		expect(ranks.filter(({ rank }) => rank !== 1 && rank !== 2)).toEqual([]);
	});
});
