import { dataTable } from './dataTable';
import type { Draft } from './draft';
import { inventory } from './workflows/inventory';
import { postgres, schema } from './postgres';
import { report } from './workflows/report';
import { settle } from './workflows/settle';
import { setUp } from './workflows/setUp';
import { triage } from './workflows/triage';
import { work } from './workflows/work';

const LEDGERS = { 'data-table': dataTable, postgres };
const WORKFLOWS = {
	'0-set-up': setUp,
	'1-inventory': inventory,
	'1b-triage': triage,
	'2-work': work,
	'3-settle': settle,
	'4-report': report,
};

/** The generated files of `examples/backlog`, by path: workflows, and the text of the schema. */
export function backlogFiles(): Record<string, Draft | string> {
	const files: Record<string, Draft | string> = { 'postgres/ledger.sql': schema() };
	for (const [folder, ledger] of Object.entries(LEDGERS)) {
		for (const [name, draft] of Object.entries(WORKFLOWS)) {
			files[`${folder}/${name}.json`] = draft(ledger);
		}
	}
	return files;
}
