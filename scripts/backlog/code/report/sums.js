// The numbers of the report.
const PACE_DAYS = 7;
const DAY_MS = 86_400_000;
const lines = $('Lines of the CSV')
	.all()
	.map(({ json }) => json);
const count = (numbers) => numbers.reduce((total, number) => total + Number(number || 0), 0);
const sum = (column, of = lines) => count(of.map((line) => line[column]));
const having = (...statuses) => lines.filter(({ status }) => statuses.includes(status));

const GROUPS = [
	{ name: 'Tagged', colour: '#1a6b3c', rows: having('tagged') },
	{ name: 'Skipped: tagged already', colour: '#2f5f9e', rows: having('skipped') },
	{ name: 'Archive or delete', colour: '#5a5a5a', rows: having('archive', 'delete') },
	{ name: 'To review', colour: '#7a5200', rows: having('review') },
	{ name: 'Failed', colour: '#a61b1b', rows: having('failed') },
	{ name: 'To decide', colour: '#6a3d9a', rows: having('listed', 'inspected', 'proposed') },
	{ name: 'Ready or submitted', colour: '#c9c9c9', rows: having('ready', 'submitted') },
].map(({ name, colour, rows }) => ({
	name,
	colour,
	files: rows.length,
	pages: sum('pages', rows),
	percent: lines.length === 0 ? 0 : Math.round((1000 * rows.length) / lines.length) / 10,
}));

const spent = sum('credits') + sum('earlier_credits');
const expected = sum('expected_credits', having('ready'));
const copies = having('tagged').filter(({ same_job_as }) => same_job_as);
const saved = sum('pages', having('skipped', 'archive', 'delete')) + sum('pages', copies);

// The pace is that of the last days, or of the time since the first result if that is shorter.
const now = $now.toMillis();
const settled = having('tagged', 'failed').map(({ settled_at }) => Date.parse(settled_at));
const first = Math.min(now, ...settled.filter(Number.isFinite));
const paceDays = Math.min(PACE_DAYS, Math.max(1, Math.ceil((now - first) / DAY_MS)));
const recent = settled.filter((at) => at > now - paceDays * DAY_MS).length;
const perDay = recent / paceDays;
const open = having('ready', 'submitted').length;
const daysLeft = perDay > 0 ? Math.ceil(open / perDay) : undefined;
const plural = (number, noun) => `${number} ${noun}${number === 1 ? '' : 's'}`;
const pace =
	open === 0
		? 'No file is ready or submitted.'
		: daysLeft === undefined
			? `${plural(open, 'file')} left. Nothing was finished in the last ${plural(paceDays, 'day')}.`
			: `${plural(open, 'file')} left, about ${plural(daysLeft, 'day')} at the pace of the last ${plural(paceDays, 'day')}.`;

const worse = having('tagged').filter(({ regressions }) => regressions).length;
const losses =
	worse === 0
		? ''
		: `${plural(worse, 'tagged PDF')} lost something that the original had. The column regressions says what.`;

const OLDEST = 10;
const oldest = having('review')
	.sort((one, other) => one.inspected_at.localeCompare(other.inspected_at))
	.slice(0, OLDEST);

const undecided = having('ready').filter(({ decision }) => decision !== 'keep');
const noted = [
	...lines.filter(({ status }) => status === 'failed'),
	...having('ready').filter(({ reason }) => /^[A-Z_]+: /.test(reason)),
	...undecided.map((line) => ({ ...line, reason: 'Nobody has decided to keep it' })),
];
const MAX_NOTED = 50;
const firstNoted = noted.slice(0, MAX_NOTED);
const counts = {};
for (const { status } of lines) counts[status] = (counts[status] ?? 0) + 1;
const { hash, day } = $('Evidence').first().json;
const verify = `node evidence.js verify evidence-${day}.jsonl --hash ${hash}`;
