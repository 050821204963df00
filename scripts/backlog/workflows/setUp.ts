import { Draft } from '../draft';
import { noteAbout, type Ledger } from '../ledger';
import { byHand, code } from '../steps';

const NOTE = `## 0 · Set up
Press **Execute workflow** once. It makes three tables: the ledger, the days whose evidence was mailed, and the rules of **1b · Triage**. Tables that exist already stay as they are.`;

/** Creates the tables. */
export function setUp(ledger: Ledger): Draft {
	const note = noteAbout(ledger, NOTE, { width: 480, height: 140 });
	return new Draft(`Backlog 0 · Set up (${ledger.title})`, {}, note).lane(
		{ column: 0, row: 0 },
		byHand(),
		ledger.create('Make the ledger'),
		ledger.days.create('Make the list of days'),
		ledger.rules.create('Make the table of rules'),
		{ ...ledger.rules.all('Its rules'), alwaysOutputData: true },
		code('Rules to begin with', 'triage/defaultRules'),
		ledger.rules.insert('Add the rules', {
			place: '={{ $json.place }}',
			condition: '={{ $json.condition }}',
			proposal: '={{ $json.proposal }}',
			reason: '={{ $json.reason }}',
			owner: '={{ $json.owner }}',
		}),
	);
}
