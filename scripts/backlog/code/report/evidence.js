// The evidence of the day: each line holds the SHA-256 of the line before it.
const rows = $('The ledger')
	.all()
	.map(({ json }) => json);
const lines = $('Lines of the CSV')
	.all()
	.map(({ json }) => json);
const closed = $input.first()?.json ?? {};
const credits = lines.reduce((sum, line) => sum + line.credits + line.earlier_credits, 0);

const needsPerson = ({ status, reason }, { regressions, notCompared }) => [
	...(status === 'review' || status === 'failed' ? [`${status}: ${reason || 'no reason'}`] : []),
	...regressions.map(({ field }) => `lost: ${field}`),
	...notCompared.map((field) => `not compared: ${field}`),
];

const documents = rows.map((row, index) => {
	const before = readInspection(row.inspected_before);
	const after = readInspection(row.inspected_after);
	const comparison = compare(before, after);
	const { findings_before, findings_after, regressions: _, ...line } = lines[index];
	const { regressions } = comparison;
	const needs_person = needsPerson(line, comparison);
	return { kind: 'document', ...line, before, after, regressions, needs_person };
});
const day = {
	kind: 'day',
	day: $now.toISODate(),
	closed_at: $now.toUTC().toISO(),
	documents: documents.length,
	credits,
	about:
		'This file records what was done to each document, and when. It does not say that a document is accessible.',
	needs_person:
		'No machine can judge the reading order, alternative texts and table headers of a document.',
};

let hash = closed.hash ?? '0'.repeat(64);
const text = [day, ...documents]
	.map((content, index) => {
		const line = JSON.stringify({ line: index + 1, previous: hash, ...content });
		hash = sha256(line);
		return `${line}\n`;
	})
	.join('');

return [{ json: { text, hash, day: day.day, closed_at: day.closed_at, documents: rows.length } }];
