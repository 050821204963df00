// Proposes keep, archive or delete for each inspected document, by the user's rules.
const PROPOSALS = ['keep', 'archive', 'delete'];
const DAYS_PER_YEAR = 365.25;
const jsonOf = (name) =>
	$(name)
		.all()
		.map(({ json }) => json);

const yearsSince = (date) =>
	date ? ($now.toMillis() - Date.parse(date)) / 86_400_000 / DAYS_PER_YEAR : null;
const FACTS = {
	file: ({ file }) => file,
	size: ({ size }) => Number(size),
	pages: ({ pages }) => pages,
	age: (row) => yearsSince(row.document_modified || row.document_created),
	producer: ({ producer }) => producer,
	recommendation: ({ recommendation }) => recommendation,
	duplicate: ({ same_as }) => (same_as ? 'yes' : 'no'),
	hits: ({ hits }) => hits,
	links: ({ links }) => links,
};
const COMPARISONS = {
	'<=': (fact, value) => Number(fact) <= Number(value),
	'>=': (fact, value) => Number(fact) >= Number(value),
	'<': (fact, value) => Number(fact) < Number(value),
	'>': (fact, value) => Number(fact) > Number(value),
	'=': (fact, value) => String(fact).toLowerCase() === value.toLowerCase(),
	'begins with': (fact, value) => String(fact).toLowerCase().startsWith(value.toLowerCase()),
	contains: (fact, value) => String(fact).toLowerCase().includes(value.toLowerCase()),
};
const TERM = /^(\w+)\s*(<=|>=|<|>|=|begins with|contains)\s*(.+)$/i;
/** An "and" that is not in quotes. */
const AND = /\s+and\s+(?=(?:[^"]*"[^"]*")*[^"]*$)/i;

const readTerm = (text) => {
	const [, field = '', comparison = '', quoted = ''] = TERM.exec(text.trim()) ?? [];
	const fact = FACTS[field.toLowerCase()];
	const compare = COMPARISONS[comparison.toLowerCase()];
	const value = quoted.trim().replace(/^"(.*)"$/, '$1');
	const isNumber = value !== '' && Number.isFinite(Number(value));
	if (!fact || (/[<>]/.test(comparison) && !isNumber)) throw new Error(text);
	// A fact that is not known fits no rule.
	return (row) => {
		const known = fact(row);
		return known !== null && known !== undefined && known !== '' && compare(known, value);
	};
};

const readRule = ({ place, condition, proposal, reason, owner }) => {
	const proposed = (proposal ?? '').trim().toLowerCase();
	try {
		if (proposed !== '' && !PROPOSALS.includes(proposed)) throw new Error(proposed);
		const terms = (condition ?? '').trim() === '' ? [] : condition.split(AND).map(readTerm);
		const fits = (row) => terms.every((term) => term(row));
		return {
			place: Number(place),
			fits,
			proposal: proposed,
			reason: reason ?? '',
			owner: owner ?? '',
		};
	} catch ({ message }) {
		throw new Error(`Rule ${place} in tag_pdf_rules is not understood: ${message}`);
	}
};

const rules = jsonOf('The rules')
	.filter(({ place }) => place !== undefined && place !== null)
	.map(readRule)
	.sort((one, other) => one.place - other.place);
const numberOf = (text) => (String(text ?? '').trim() === '' ? null : Number(text));
const numbers = new Map(
	jsonOf('Numbers')
		.filter(({ file }) => file)
		.map(({ file, hits, links }) => [file, { hits: numberOf(hits), links: numberOf(links) }]),
);
const firsts = new Map();
for (const { id, file, sha256 } of jsonOf('Same content')) {
	const first = firsts.get(sha256);
	if (sha256 && (!first || id < first.id)) firsts.set(sha256, { id, file });
}

return jsonOf('Inspected').map((row) => {
	const first = firsts.get(row.sha256);
	const same_as = first && first.file !== row.file ? first.file : '';
	const { hits = null, links = null } = numbers.get(row.file) ?? {};
	const known = { ...row, same_as, hits, links };
	const fitting = rules.filter(({ fits }) => fits(known));
	const { proposal, reason } = fitting.find((rule) => rule.proposal) ?? {
		proposal: 'keep',
		reason: 'No rule applies',
	};
	const owner = fitting.find((rule) => rule.owner)?.owner ?? '';
	return { json: { id: row.id, same_as, hits, links, owner, proposal, proposal_reason: reason } };
});
