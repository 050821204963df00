// One line a row. A job's credits are counted where it is named first.
const firstRow = new Map();
const creditsOf = (job, credits, file) => {
	if (!job || firstRow.has(job)) return 0;
	firstRow.set(job, file);
	return Number(credits ?? 0);
};
const findingsOf = (inspection) => (inspection ? inspection.findings.length : '');
const day = (value) => (value ? new Date(value).toISOString() : '');

return $input.all().map(({ json: row }) => {
	const sameAs = firstRow.get(row.job_id) ?? '';
	const earlier = (row.earlier_jobs ?? '').split(' ').filter(Boolean);
	const earlierCredits = earlier
		.map((entry) => entry.split('='))
		.reduce((sum, [job, credits]) => sum + creditsOf(job, credits, row.file), 0);
	const before = readInspection(row.inspected_before);
	const after = readInspection(row.inspected_after);
	const lost = compare(before, after).regressions.map(({ field }) => field);
	return {
		json: {
			file: row.file,
			status: row.status,
			reason: row.reason ?? '',
			pages: row.pages ?? '',
			recommendation: row.recommendation ?? '',
			same_as: row.same_as ?? '',
			hits: row.hits ?? '',
			links: row.links ?? '',
			owner: row.owner ?? '',
			proposal: row.proposal ?? '',
			proposal_reason: row.proposal_reason ?? '',
			decision: row.decision ?? '',
			decided_by: row.decided_by ?? '',
			expected_credits: row.expected_credits ?? '',
			credits: creditsOf(row.job_id, row.credits, row.file),
			earlier_credits: earlierCredits,
			same_job_as: sameAs,
			job_id: row.job_id ?? '',
			earlier_jobs: row.earlier_jobs ?? '',
			request_id: row.request_id ?? '',
			sha256: row.sha256 ?? '',
			tagged_file: row.status === 'tagged' ? row.tagged_file : '',
			tagged_sha256: row.tagged_sha256 ?? '',
			findings_before: findingsOf(before),
			findings_after: findingsOf(after),
			regressions: lost.join(' '),
			listed_at: day(row.listed_at),
			inspected_at: day(row.inspected_at),
			decided_at: day(row.decided_at),
			submitted_at: day(row.submitted_at),
			settled_at: day(row.settled_at),
			settled_by: row.settled_by ?? '',
		},
	};
});
