import { format, type Options } from 'prettier';
import { dataTable } from './dataTable';
import { inventory } from './inventory';
import { postgres, schema } from './postgres';
import { report } from './report';
import { settle } from './settle';
import { setUp } from './setUp';
import { work } from './work';

const LEDGERS = { 'data-table': dataTable, postgres };
const WORKFLOWS = {
	'0-set-up': setUp,
	'1-inventory': inventory,
	'2-work': work,
	'3-settle': settle,
	'4-report': report,
};

/** The files of `examples/backlog` that are generated: texts by path, formatted. */
export async function backlogFiles(style: Options | null): Promise<Record<string, string>> {
	const files: Record<string, string> = { 'postgres/ledger.sql': schema() };
	for (const [folder, ledger] of Object.entries(LEDGERS)) {
		for (const [name, draft] of Object.entries(WORKFLOWS)) {
			const json = JSON.stringify(draft(ledger));
			files[`${folder}/${name}.json`] = await format(json, { ...style, parser: 'json' });
		}
	}
	return files;
}
