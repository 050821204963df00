import { Draft } from '../draft';
import { noteAbout, type Ledger } from '../ledger';
import { byHand } from '../steps';

const NOTE = `## 0 · Set up
Makes the ledger: press **Execute workflow** once. A ledger that is there already is left as it is.`;

/** Creates the table. */
export function setUp(ledger: Ledger): Draft {
	const note = noteAbout(ledger, NOTE, { width: 480, height: 140 });
	return new Draft(`Backlog 0 · Set up (${ledger.title})`, {}, note).lane(
		{ column: 0, row: 0 },
		byHand(),
		ledger.create('Make the ledger'),
	);
}
