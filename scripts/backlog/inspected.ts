import { COMPARED_FIELDS } from '../../nodes/TagPdf/report/regressions';

/** Lists findings by clause and checkpoint. */
const listFindings = (findings: string) =>
	`${findings}.map((finding) => [finding.clause, finding.checkpoint].filter(Boolean).join(' '))`;

/** @returns an expression: answers and findings as JSON, or an empty text without an inspection */
export function keepInspection(inspection: string): string {
	const answers = COMPARED_FIELDS.map((field) => `${field}: ${inspection}.${field}`);
	const findings = [
		`findings: ${listFindings(`${inspection}.findings`)}`,
		`unknownFindings: ${listFindings(`${inspection}.unknownFindings`)}`,
	];
	const json = `JSON.stringify({ ${[...answers, ...findings].join(', ')} })`;
	return `={{ ${inspection} ? ${json} : '' }}`;
}
