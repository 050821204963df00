import type { Job } from '../world/jobs';
import {
	type Call,
	contentsOf,
	credentialOf,
	type Entry,
	type Execution,
	firstEntryOf,
	isNewJob,
	maxJobsOf,
	type Run,
} from '../world/records';
import { accountOf, type ServiceModel } from '../world/service';
import type { Report } from './violation';

/** A job that was paid for. */
export interface Charge {
	job: Job;
	call: Call;
	execution: Execution;
	/** Which job of its document it is, from 1. */
	number: number;
	/** The service has forgotten the key of an earlier job, and made this one under the same key. */
	isUnderForgottenKey: boolean;
}

/** What is known of a document: an account, a file and its options; with New Job per Execution, also the execution. */
interface Document {
	/** The highest number of jobs that any run has allowed. */
	allowed: number;
	charges: Charge[];
}

/** What was paid for each document, and whether the rule allowed it. */
export class Charges {
	/** Number of jobs that were paid for because the service had forgotten a key. */
	underForgottenKeys = 0;
	private readonly documents = new Map<string, Document>();
	private readonly byJob = new Map<Job, Charge>();

	constructor(
		private readonly service: ServiceModel,
		private readonly report: Report,
	) {}

	find(job: Job): Charge | undefined {
		return this.byJob.get(job);
	}

	get all(): Charge[] {
		return [...this.byJob.values()];
	}

	ofCall(call: Call): Charge[] {
		return this.all.filter((charge) => charge.call === call);
	}

	/** The charges of an item's document, from any run. */
	ofEntry(run: Run, entry: Entry): readonly Charge[] {
		const { execution } = run;
		return contentsOf(execution, entry).flatMap(({ content }) => {
			const name = nameDocument(run, nameJobs(execution, entry, content));
			return this.documents.get(name)?.charges ?? [];
		});
	}

	/** Notes how many jobs the items of a call allow their documents. */
	allow(call: Call): void {
		const { entries, execution, itemOf } = call;
		for (const [index, entry] of entries.entries()) {
			const first = firstEntryOf(call, itemOf[index] ?? 0) ?? entry;
			for (const { content } of contentsOf(execution, entry)) {
				const document = this.getDocument(call, nameJobs(execution, entry, content));
				document.allowed = Math.max(document.allowed, maxJobsOf(execution, first));
			}
		}
	}

	/** A call has paid for a job. */
	record(job: Job, call: Call): Charge {
		const { execution } = call;
		const { allowed, charges } = this.getDocument(call, job);
		const keys = [...new Set([...charges.map((each) => each.job.key), job.key])];
		const isUnderForgottenKey = charges.some((each) => each.job.key === job.key);
		const number = keys.indexOf(job.key) + 1;
		const charge = { job, call, execution, number, isUnderForgottenKey };
		if (isUnderForgottenKey) this.underForgottenKeys += 1;
		else {
			const name = `document ${job.content}, ${job.id} in ${call.id}`;
			this.checkNumber(number, allowed, name);
			this.checkOneInRun(charges, call, name);
			this.checkBefore(charges, number - 1, execution, name);
		}
		charges.push(charge);
		this.byJob.set(job, charge);
		return charge;
	}

	/**
	 * The bound: as many jobs for each document as any run has allowed. One more for each key that the service has
	 * forgotten is not counted here.
	 */
	private checkNumber(number: number, allowed: number, name: string): void {
		if (number > allowed) this.report('paid for more jobs than allowed', `${name}, of ${allowed}`);
	}

	/** A run pays for one job of a document, unless the service's times deceive it. */
	private checkOneInRun(charges: readonly Charge[], { execution, node }: Call, name: string): void {
		if (!this.service.times.areTrue) return;
		const own = charges.find(
			({ call, isUnderForgottenKey }) =>
				call.execution === execution && call.node === node && !isUnderForgottenKey,
		);
		if (own) this.report('a run pays for two jobs of a document', `${name}, after ${own.job.id}`);
	}

	/**
	 * A job is followed if it has failed, or if the service has said to this run that it is gone for a day. If the service
	 * has forgotten its key, several jobs have its number.
	 */
	private checkBefore(
		charges: readonly Charge[],
		number: number,
		{ startedAt }: Execution,
		name: string,
	): void {
		const { jobs, times } = this.service;
		const isOfNoUse = ({ job }: Charge) => {
			const { deniedAt = 0 } = job;
			const isGone = deniedAt >= startedAt && times.canShowADay(job, deniedAt);
			return jobs.stateOf(job) === 'failed' || isGone;
		};
		const before = charges.filter((each) => each.number === number);
		if (before.length === 0 || before.some(isOfNoUse)) return;
		const ids = before.map(({ job }) => job.id).join(', ');
		this.report('a useful job was followed', `${name}, after ${ids}`);
	}

	private getDocument(run: Run, job: JobsName): Document {
		const name = nameDocument(run, job);
		const document = this.documents.get(name) ?? { allowed: 0, charges: [] };
		this.documents.set(name, document);
		return document;
	}
}

/** What the jobs of a document have in common. */
type JobsName = Pick<Job, 'account' | 'content' | 'options'>;

function nameJobs(execution: Execution, entry: Entry, content: number): JobsName {
	const options = JSON.stringify({ ocr: execution.settings.ocr, embed_fonts: false });
	return { account: accountOf(credentialOf(execution, entry)), content, options };
}

/** With New Job per Execution, the jobs belong to the execution in which the node first ran. */
function nameDocument({ execution, node }: Run, { account, content, options }: JobsName): string {
	const entry = execution.entries.find((each) =>
		contentsOf(execution, each).some((own) => own.content === content),
	);
	const isNew = entry !== undefined && isNewJob(execution, entry);
	const own = isNew ? ` ${execution.workflowId} ${execution.firstIds[node]}` : '';
	return `${account} ${content} ${options}${own}`;
}
