import { fields, sendEmail } from './plan';
import { assemble, sticky, type Part } from './workflow';

/** What n8n runs when another workflow stops with an error. */
export function tellAboutErrors() {
	const content = [
		'## Tell about errors\nMails you when another workflow stops with an error.',
		"### How it works\nn8n starts this workflow if it is the *Error Workflow* of the one that stops. The mail has the error, the node, and a link to the execution. All nodes are n8n's own, and cost no credits.",
		'n8n does not start it for runs by hand. n8n 2 starts it only if it is published.',
		'### Set up\n1. **Mail it**: choose your SMTP credential, and enter *From Email* and *To Email*.\n2. Publish (n8n 1 needs no activation).\n3. In the settings of each workflow that runs without you, choose *Tell about errors* as *Error Workflow*.',
	].join('\n\n');
	const about = sticky('About', { content, height: 420, width: 500 }, [-560 / 220, -180 / 190]);
	const trigger: Part = {
		name: 'A workflow has stopped',
		type: 'n8n-nodes-base.errorTrigger',
		typeVersion: 1,
		parameters: {},
		at: [0, 0],
	};
	const text = fields('What to say', [1, 0], {
		subject: "={{ 'n8n: ' + $json.workflow.name + ' has stopped' }}",
		text: "={{ [$json.execution?.error?.message ?? $json.trigger?.error?.message, $json.execution?.error?.description, $json.trigger ? 'Its trigger does not run. n8n tries to start it again only for a short time. Then publish the workflow again.' : 'Node: ' + $json.execution?.lastNodeExecuted, $json.execution?.url].filter(Boolean).join('\\n\\n') }}",
	});
	// Nothing else tells of the error.
	const retry = { retryOnFail: true, maxTries: 5, waitBetweenTries: 5000 };
	const mail: Part = { ...sendEmail('Mail it', [2, 0]), settings: retry };
	return assemble(
		'Tell about errors',
		[about, trigger, text, mail],
		[
			[trigger.name, 0, text.name],
			[text.name, 0, mail.name],
		],
	);
}
