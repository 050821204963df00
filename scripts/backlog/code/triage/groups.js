// Groups the proposals, and makes a form with a question for each group.
const MAX_GROUPS = 25;
const plural = (number, noun) => `${number} ${noun}${number === 1 ? '' : 's'}`;
const rows = $input.all().map(({ json }) => json);
const groups = new Map();
for (const { id, owner, proposal, proposal_reason, pages } of rows.filter(
	(row) => row.id && !row.decision,
)) {
	const key = JSON.stringify([owner, proposal, proposal_reason]);
	const group = groups.get(key) ?? { owner, proposal, reason: proposal_reason, ids: [], pages: 0 };
	group.ids.push(id);
	group.pages += Number(pages ?? 0);
	groups.set(key, group);
}
if (groups.size === 0) return [];

const asked = [...groups.values()].slice(0, MAX_GROUPS).map((group, index) => {
	const { owner, proposal, reason, ids, pages } = group;
	const whose = owner ? `${owner}, ` : '';
	const what = `${plural(ids.length, 'file')}, ${plural(pages, 'page')}`;
	const text = `${index + 1}. ${whose}${what}. Proposal: ${proposal}. ${reason}`;
	// n8n puts the form together with patterns in which a dollar sign has a meaning.
	const question = text.replaceAll('$', '');
	return { question, proposal, ids };
});
const values = ['keep', 'archive', 'delete', 'decide later'].map((option) => ({ option }));
const fields = [
	{ fieldLabel: 'Your name', fieldType: 'text', requiredField: true },
	...asked.map(({ question }) => ({
		fieldLabel: question,
		fieldType: 'dropdown',
		fieldOptions: { values },
		requiredField: false,
	})),
];
const message = [
	'Decide which documents to keep. Only these are tagged, and paid for: 1 credit per page.',
	'Nothing is moved or deleted.',
	...asked.map(({ question }) => question),
].join('\n');
return [{ json: { asked, fields: JSON.stringify(fields), message } }];
