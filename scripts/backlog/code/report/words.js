// The report as a mail.
const shown = firstNoted.map(({ file, status, reason }) => `- ${file} (${status}): ${reason}`);
const text = [
	`${lines.length} files: ${Object.entries(counts)
		.map(([status, number]) => `${number} ${status}`)
		.join(', ')}.`,
	`${spent} credits spent; ${expected} more for what is ready; ${saved} saved.`,
	pace,
	...(losses === '' ? [] : [losses]),
	...(noted.length > 0 ? ['', `${noted.length} with a reason:`, ...shown] : []),
	...(noted.length > shown.length ? [`- and ${noted.length - shown.length} more, in the CSV`] : []),
	'',
	'The ledger is attached, in a ZIP file. To run a row again, change its status to ready.',
	'',
	`Keep this mail. SHA-256 of the last line of the evidence: ${hash}`,
	'Check that nobody has changed the attached evidence:',
	verify,
].join('\n');
const subject = `PDF backlog: ${counts.tagged ?? 0} of ${lines.length} tagged, ${counts.failed ?? 0} failed`;

const binary = { ...$('CSV').first().binary, ...$input.first().binary };
const { closed_at, documents } = $('Evidence').first().json;
const mail = { subject, text, html: htmlOf(subject) };
return [{ json: { ...mail, day, closed_at, documents, hash }, binary }];
