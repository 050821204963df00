import { Draft } from '../draft';
import { noteAbout, type Ledger } from '../ledger';
import { byHand } from '../steps';

const NOTE = `## 0 · Set up
Press **Execute workflow** once. It makes the ledger, and the list of days whose evidence was mailed. Tables that exist already stay as they are.`;

/** Creates the tables. */
export function setUp(ledger: Ledger): Draft {
	const note = noteAbout(ledger, NOTE, { width: 480, height: 140 });
	return new Draft(`Backlog 0 · Set up (${ledger.title})`, {}, note).lane(
		{ column: 0, row: 0 },
		byHand(),
		ledger.create('Make the ledger'),
		ledger.days.create('Make the list of days'),
	);
}
