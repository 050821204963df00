/** Answers of Inspect that the evidence records. */
const FIELDS = [
	'tagged',
	'pages',
	'text',
	'imageOnlyPages',
	'title',
	'language',
	'links',
	'formFields',
] as const;

/** Lists findings by clause and checkpoint. */
const listFindings = (findings: string) =>
	`${findings}.map((finding) => [finding.clause, finding.checkpoint].filter(Boolean).join(' '))`;

/** @returns an expression: answers and findings as JSON, or an empty text without an inspection */
export function keepInspection(inspection: string): string {
	const answers = FIELDS.map((field) => `${field}: ${inspection}.${field}`);
	const findings = [
		`findings: ${listFindings(`${inspection}.findings`)}`,
		`unknownFindings: ${listFindings(`${inspection}.unknownFindings`)}`,
	];
	const json = `JSON.stringify({ ${[...answers, ...findings].join(', ')} })`;
	return `={{ ${inspection} ? ${json} : '' }}`;
}
