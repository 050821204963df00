import type { Inspection } from '../../nodes/pdf';
import type { Found } from './truth';

/** Right and unknown answers are not wrong. For a recommendation, `review` is not wrong either. */
export function isWrong(inspection: Inspection, { field, truth }: Found): boolean {
	const answer = valueOf(inspection, field);
	if (answer === undefined || answer === null) return false;
	if (field === 'recommendation' && answer === 'review') return false;
	return answer !== truth;
}

export function describeFound(inspection: Inspection, { field, file, note, truth }: Found): string {
	const answer = JSON.stringify(valueOf(inspection, field));
	return `found/${file}: ${field} is ${JSON.stringify(truth)}, the reader says ${answer} (${note})`;
}

function valueOf(inspection: Inspection, field: string): unknown {
	return Object.entries(inspection).find(([name]) => name === field)?.[1];
}
