import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { renderMatrix, renderPage, renderTotals, totals, type CellResult } from './matrix';
import { faultSuite } from './suite';
import { cells } from './table';

const PAGE = join(__dirname, '../../../docs/evidence/fault-matrix.md');
/** `print` shows the matrix, `update` also writes the page (scripts/matrix.mjs). */
const MODE = process.env.TAG_PDF_FAULT_MATRIX;

const { outcomesOf, secrets } = faultSuite(cells, 'filesystem');

describe('the matrix', () => {
	const results = async (): Promise<CellResult[]> =>
		await Promise.all(cells.map(async (cell) => ({ cell, outcomes: await outcomesOf(cell) })));

	test('is large, and nothing is paid twice, lost or leaked', async () => {
		expect(totals(await results())).toMatchObject({ doubleCharges: 0, lostResults: 0, leaks: 0 });
		expect(cells.length).toBeGreaterThanOrEqual(80);
		expect(new Set(cells.map(({ step, fault }) => `${step} × ${fault}`)).size).toBe(cells.length);
		// The API key and, for every upload, three fields and a download's signature.
		expect(secrets.size).toBeGreaterThan(cells.length);
	});

	test('is the one in docs/evidence/fault-matrix.md (npm run test:faults -- --update writes it)', async () => {
		const page = renderPage(await results());
		if (MODE !== undefined) {
			process.stdout.write(
				`\n${renderMatrix(await results())}\n\n${renderTotals(await results())}\n`,
			);
		}
		if (MODE === 'update') await writeFile(PAGE, page);
		expect(await readFile(PAGE, 'utf8')).toBe(page);
	});
});
