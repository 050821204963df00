// The decisions of the form, one item a row. A form that nobody sent decides nothing.
const answer = $input.first().json.data ?? {};
const decided_by = String(answer['Your name'] ?? '').trim();
if (decided_by === '') return [];
const { asked } = $('Groups').first().json;
return asked
	.filter(({ question }) => ['keep', 'archive', 'delete'].includes(answer[question]))
	.flatMap(({ question, ids }) => {
		const decision = answer[question];
		const status = decision === 'keep' ? 'ready' : decision;
		const decided_at = $now.toISO();
		return ids.map((id) => ({
			json: { id, status, decision, decided_by, decided_at, reason: '' },
		}));
	});
