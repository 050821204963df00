import { drawChart } from '../../../../bench/report/chart';

const figure = (contestant: string, median: number) => ({
	contestant,
	what: 'time',
	unit: 's',
	median,
	least: median / 2,
	most: median * 2,
});
const chart = (...figures: Array<ReturnType<typeof figure>>) =>
	drawChart({ title: 'Time & more', groups: [{ name: '1 < 2', figures }] });

/** Widths of the bars, in order. */
const widths = (svg: string) =>
	[...svg.matchAll(/<rect [^>]*width="([\d.]+)"/g)].map(([, width]) => Number(width));

test('bars begin at zero and are as long as their figures', () => {
	const [short = 0, long = 0] = widths(chart(figure('script', 1), figure('Tag PDF', 4)));
	expect(long / short).toBeCloseTo(4, 1);
});

test('ours stands out, and text is no markup', () => {
	const svg = chart(figure('script', 1), figure('Tag PDF', 4));
	expect(svg.match(/class="bar ours"/g)).toHaveLength(1);
	expect(svg).toContain('Time &amp; more');
	expect(svg).toContain('1 &lt; 2');
	expect(svg).toContain('prefers-color-scheme: dark');
});

test('figures of nothing are drawn, too', () => {
	expect(widths(chart(figure('script', 0)))).toEqual([0]);
});
