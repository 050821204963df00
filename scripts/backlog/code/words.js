// The sums and the failures of the ledger, in words.
const lines = $('Lines of the CSV')
	.all()
	.map(({ json }) => json);
const sum = (column) => lines.reduce((total, line) => total + Number(line[column] || 0), 0);
const counts = {};
for (const { status } of lines) counts[status] = (counts[status] ?? 0) + 1;
const open = lines.filter(({ status }) => status === 'ready');
const expected = open.reduce((total, line) => total + Number(line.expected_credits || 0), 0);
const noted = lines.filter(
	({ status, reason }) => status === 'failed' || (status === 'ready' && /^[A-Z_]+: /.test(reason)),
);
const shown = noted
	.slice(0, 50)
	.map(({ file, status, reason }) => `- ${file} (${status}): ${reason}`);

const { hash, day } = $('Evidence').first().json;
const text = [
	`${lines.length} files: ${Object.entries(counts)
		.map(([status, count]) => `${count} ${status}`)
		.join(', ')}.`,
	`${sum('credits') + sum('earlier_credits')} credits spent; ${expected} more for what is ready.`,
	...(noted.length > 0 ? ['', `${noted.length} with a reason:`, ...shown] : []),
	...(noted.length > shown.length ? [`- and ${noted.length - shown.length} more, in the CSV`] : []),
	'',
	'The ledger is attached. To run a row again, change its status to ready.',
	'',
	`Keep this mail. SHA-256 of the last line of the evidence: ${hash}`,
	'It proves that nobody has changed the attached evidence since:',
	`node evidence.js verify evidence-${day}.jsonl --hash ${hash}`,
].join('\n');
const subject = `PDF backlog: ${counts.tagged ?? 0} of ${lines.length} tagged, ${counts.failed ?? 0} failed`;

return [
	{ json: { subject, text }, binary: { ...$('CSV').first().binary, ...$input.first().binary } },
];
