// Compares what Inspect found in a document and in its tagged PDF.
const readInspection = (text) => (text ? JSON.parse(text) : null);
const compare = (() => {
	const isFewer = (before, after) => after < before;
	const isLost = (before, after) => before !== '' && after === '';
	const PAGES_WITH_TEXT = ['none', 'some', 'all'];
	const WORSE = {
		pages: isFewer,
		text: (before, after) => PAGES_WITH_TEXT.indexOf(after) < PAGES_WITH_TEXT.indexOf(before),
		imageOnlyPages: (before, after) => before < after,
		title: isLost,
		language: isLost,
		links: isFewer,
		formFields: isFewer,
		tagged: (_, after) => after === false,
	};
	const isUnknown = (value) => value === null || value === undefined;

	// A field that is unknown on one side is not compared. A tagged PDF must have tags in any case.
	return (before, after) => {
		const regressions = [];
		const notCompared = [];
		if (!after) return { regressions, notCompared };
		for (const [field, isWorse] of Object.entries(WORSE)) {
			const was = before?.[field] ?? null;
			const is = after[field] ?? null;
			if (isUnknown(is) || (isUnknown(was) && field !== 'tagged')) notCompared.push(field);
			else if (isWorse(was, is)) regressions.push({ field, before: was, after: is });
		}
		return { regressions, notCompared };
	};
})();
