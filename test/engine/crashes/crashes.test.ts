import { cellsOf, READINGS, SCOPES } from './cell';
import { runCell } from './run';
import { openWorld } from './world';

test.each(READINGS.flatMap((reading) => SCOPES.map((scope) => ({ reading, scope }))))(
	'$scope, $reading',
	async ({ reading, scope }) => {
		const world = await openWorld({ idempotency: reading });
		const lines: string[] = [];
		for (const cell of cellsOf(reading, scope)) {
			const began = Date.now();
			const o = await runCell(world, cell);
			require('node:fs').appendFileSync('/tmp/j/progress-'+scope+reading+'.txt', [cell.ending.title, cell.fate, cell.next, JSON.stringify(o), Date.now()-began].join('|')+'\n'); lines.push(
				`${cell.ending.title} | ${cell.fate} | ${cell.next} | charges ${o.charges} delivered ${o.delivered} ${o.errors.map((e) => e.message.slice(0, 60)).join('; ')} ${Date.now() - began} ms`,
			);
		}
		require('node:fs').writeFileSync(`/tmp/j/${scope}-${reading}.txt`, lines.join('\n'));
		await world.close();
	},
	600_000,
);
