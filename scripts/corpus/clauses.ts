import { createReadStream } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import Table from 'cli-table3';
import { inspect, type Finding, type Inspection } from '../../nodes/pdf';

interface Covered {
	clause: string;
	/** Checkpoints that Inspect reports. */
	checkpoints: string[];
	/** Tests of the clause in veraPDF's profile. */
	tests: string[];
}

const COVERED: Covered[] = [
	{ clause: '5', checkpoints: ['06-002'], tests: ['t01', 't02'] },
	{ clause: '7.1', checkpoints: [''], tests: ['t11'] },
	{ clause: '7.1', checkpoints: ['01-007'], tests: ['t04'] },
	{ clause: '7.1', checkpoints: ['06-001'], tests: ['t08'] },
	{ clause: '7.1', checkpoints: ['06-003'], tests: ['t09'] },
	{ clause: '7.1', checkpoints: ['07-001', '07-002'], tests: ['t10'] },
	{ clause: '7.2', checkpoints: ['11-001'], tests: ['t34'] },
	{ clause: '7.3', checkpoints: ['13-004'], tests: ['t01'] },
	{ clause: '7.15', checkpoints: ['25-001'], tests: ['t01'] },
	{ clause: '7.16', checkpoints: ['26-002'], tests: ['t01'] },
	{ clause: '7.21.4.1', checkpoints: ['31-009'], tests: ['t01'] },
];
/** As in `7.18.5-t01-fail-a.pdf`. */
const NAME = /(?:^|-)([\d.]+)-(t\d\d)-(pass|fail)-\w+\.pdf$/;

type Verdict = 'right' | 'wrong' | 'unknown';

/** Compares findings with the names of veraPDF's files, which tell what each file passes or fails. */
export class Clauses {
	readonly complaints: string[] = [];
	private readonly counts = new Map<Covered, Record<Verdict, number>>(
		COVERED.map((covered) => [covered, { right: 0, wrong: 0, unknown: 0 }]),
	);
	private readonly others = { files: 0, wrong: 0 };

	/** Compares the files in a folder with PDF_UA-1 of veraPDF's corpus. */
	async addFolder(folder: string): Promise<void> {
		for (const file of (await readdir(folder, { recursive: true })).sort()) {
			await this.addFile(join(folder, file));
		}
	}

	/** Compares a file, if its name tells the clause that it passes or fails. */
	async addFile(path: string): Promise<void> {
		if (!NAME.test(basename(path))) return;
		const open = () => Promise.resolve(createReadStream(path));
		const pause = async () => await setImmediate();
		this.add(basename(path), await inspect({ open, pause }));
	}

	table(): string {
		const head = ['Clause', 'Checkpoint', 'Right', 'Wrong', 'Unknown'];
		const lines = new Table({ head, style: { head: [], border: [], compact: true } });
		for (const [{ checkpoints, clause }, { right, unknown, wrong }] of this.counts) {
			lines.push([clause, checkpoints.join(', '), right, wrong, unknown]);
		}
		const { files, wrong } = this.others;
		lines.push(['all', 'files that pass', files - wrong, wrong, '']);
		return lines.toString();
	}

	private add(file: string, { findings, unknownFindings }: Inspection): void {
		const [, clause = '', number = '', verdict] = NAME.exec(file) ?? [];
		const fails = verdict === 'fail';
		const covered = COVERED.find((each) => each.clause === clause && each.tests.includes(number));
		const counts = covered && this.counts.get(covered);
		const isMeant = (finding: Finding) =>
			finding.clause === clause && covered?.checkpoints.includes(finding.checkpoint) === true;
		const isFound = findings.some(isMeant);
		const isUnknown = !isFound && unknownFindings.some(isMeant);
		if (counts) counts[isUnknown ? 'unknown' : isFound === fails ? 'right' : 'wrong'] += 1;
		const isFalse = !fails && findings.length > 0;
		if (!fails) this.others.files += 1;
		if (isFalse) this.others.wrong += 1;
		if (isFalse || (counts && !isUnknown && isFound !== fails)) {
			this.complaints.push(`${file}: the findings are ${JSON.stringify(findings)}`);
		}
	}
}
