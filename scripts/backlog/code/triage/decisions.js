// The decisions that somebody wrote into the ledger. They need a name.
return $input.all().flatMap(({ json: row }) => {
	const decision = String(row.decision ?? '')
		.trim()
		.toLowerCase();
	const decided_by = String(row.decided_by ?? '').trim();
	if (!row.id || decision === '') return [];
	const decided_at = $now.toISO();
	const note = (status, reason) => [
		{ json: { id: row.id, status, decision, decided_by, decided_at, reason } },
	];
	if (['keep', 'archive', 'delete'].includes(decision) && decided_by !== '') {
		return note(decision === 'keep' ? 'ready' : decision, '');
	}
	const problem = 'The decision must be keep, archive or delete, and decided_by needs a name';
	return row.reason === problem ? [] : note('proposed', problem);
});
