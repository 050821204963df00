// The listed files that have no row yet.
const known = new Set($input.all().map(({ json }) => json.file));
return $('Only PDFs')
	.all()
	.filter(({ json }) => !known.has(json.Key))
	.map(({ json }) => ({ json }));
