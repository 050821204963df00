// The rules to begin with. A table that has rules stays as it is.
const RULES = [
	['duplicate = yes', 'delete', 'The same content is in another file'],
	[
		'hits < 1 and links < 1 and age > 3',
		'archive',
		'Nobody opens it, nothing links to it, and it is old',
	],
	['hits > 0', 'keep', 'People open it'],
	['links > 0', 'keep', 'Pages link to it'],
	['age > 10', 'archive', 'It is more than ten years old'],
	['', 'keep', 'No other rule applies'],
];
if ($input.all().some(({ json }) => json.id)) return [];
return RULES.map(([condition, proposal, reason], index) => {
	return { json: { place: 10 * (index + 1), condition, proposal, reason, owner: '' } };
});
