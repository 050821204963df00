import type { Life } from '../life';

export async function checkHealed(life: Life): Promise<void> {
	life.service.isHealed = true;
	life.service.credits = 10_000;
	const { executions } = life.plan;
	await life.execute({
		kind: 'run', documents: [], rounds: 1, changed: { maximum: 0, minimum: 0, alreadyTagged: 'tag', waitSeconds: 600 },
		ending: { kind: 'none' }, faults: [], outageAt: -1, store: 'good', clearsStore: false, clockShiftMs: 0,
		copy: 0, apiKey: executions.at(-1)?.apiKey ?? 0, restarts: false, overlaps: false, gapMs: 0,
	});
}
export function checkSettled(_life: Life): void {}
