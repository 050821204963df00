import type { Figure } from '../outcome/row';
import { formatNumber } from '../outcome/words';

/** Bars of one measure: a group for each row, a bar for each contestant. */
export interface Chart {
	title: string;
	groups: ReadonlyArray<{ name: string; figures: readonly Figure[] }>;
}

/** Pixels. */
const WIDTH = 760;
const LABELS = 250;
const VALUES = 110;
const BAR = 18;
const GAP = 6;
const TOP = 48;

/** Legible in light and dark mode: an image follows the reader's own setting. */
const STYLE = `
text { font: 13px system-ui, sans-serif; fill: #1f2328; }
.title { font-size: 16px; font-weight: 600; }
.group { font-weight: 600; }
.bar { fill: #8c959f; }
.ours { fill: #0969da; }
.ends { stroke: #1f2328; stroke-width: 1.5; }
@media (prefers-color-scheme: dark) {
	text { fill: #e6edf3; }
	.bar { fill: #6e7681; }
	.ours { fill: #1f6feb; }
	.ends { stroke: #e6edf3; }
}`;

/** Names of the contestants that are this package. Those named by a batch size are, too. */
const OURS = /^(Tag PDF|n8n-nodes-tag-pdf|genuine|duplicate|forged|journal|Inspect|[\d,]+$)/;

/** Draws a chart as SVG. Bars start at 0; the line at a bar's end spans the least to the most. */
export function drawChart({ title, groups }: Chart): string {
	const most = Math.max(...groups.flatMap(({ figures }) => figures.map((figure) => figure.most)));
	const scale = (WIDTH - LABELS - VALUES) / (most || 1);
	let y = TOP;
	const parts = groups.flatMap(({ name, figures }) => {
		const heading = `<text class="group" x="0" y="${y + BAR - 4}">${escaped(name)}</text>`;
		y += BAR + GAP;
		const bars = figures.map((figure) => {
			const drawnBar = bar(figure, y, scale);
			y += BAR + GAP;
			return drawnBar;
		});
		y += GAP;
		return [heading, ...bars];
	});
	return `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${y}" viewBox="0 0 ${WIDTH} ${y}" role="img" aria-label="${escaped(title)}">
<style>${STYLE}</style>
<text class="title" x="0" y="20">${escaped(title)}</text>
${parts.join('\n')}
</svg>
`;
}

function bar({ contestant, median, least, most, unit }: Figure, y: number, scale: number): string {
	const at = (figure: number) => (LABELS + figure * scale).toFixed(1);
	const middle = y + BAR / 2;
	const baseline = y + BAR - 4;
	const kind = OURS.test(contestant) ? 'bar ours' : 'bar';
	const value = escaped(`${formatNumber(median)} ${unit}`.trim());
	return [
		`<text x="${LABELS - 8}" y="${baseline}" text-anchor="end">${escaped(contestant)}</text>`,
		`<rect class="${kind}" x="${LABELS}" y="${y}" width="${(median * scale).toFixed(1)}" height="${BAR}"/>`,
		`<line class="ends" x1="${at(least)}" x2="${at(most)}" y1="${middle}" y2="${middle}"/>`,
		`<text x="${(Number(at(most)) + 6).toFixed(1)}" y="${baseline}">${value}</text>`,
	].join('');
}

function escaped(text: string): string {
	return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}
