import { sendEmail } from './plan';
import { assemble, type Part } from './workflow';

/** What n8n runs when another workflow stops with an error. */
export function tellAboutErrors() {
	const about: Part = {
		name: 'About',
		type: 'n8n-nodes-base.stickyNote',
		typeVersion: 1,
		parameters: {
			content:
				'## Tell about errors\n\nn8n starts this workflow when another one stops with an error.\n\n### Set up\n\n1. **Mail it**: choose your SMTP account, and enter sender and recipient.\n2. In each workflow that runs without you: **Settings → Error Workflow → Tell about errors**.\n\nIt need not be published. n8n does not start it for runs by hand.',
			height: 320,
			width: 500,
		},
		at: [-560 / 220, -340 / 190],
	};
	const trigger: Part = {
		name: 'A workflow has stopped',
		type: 'n8n-nodes-base.errorTrigger',
		typeVersion: 1,
		parameters: {},
		at: [0, 0],
	};
	const text: Part = {
		name: 'What to say',
		type: 'n8n-nodes-base.set',
		typeVersion: 3.4,
		parameters: {
			assignments: {
				assignments: [
					['subject', "={{ 'n8n: ' + $json.workflow.name + ' has stopped' }}"],
					[
						'text',
						"={{ [$json.execution?.error?.message ?? $json.trigger?.error?.message, $json.execution?.error?.description, 'Node: ' + ($json.execution?.lastNodeExecuted ?? 'the trigger'), $json.execution?.url].filter(Boolean).join('\\n\\n') }}",
					],
				].map(([name, value]) => ({ id: name, name, value, type: 'string' })),
			},
			options: {},
		},
		at: [1, 0],
	};
	return assemble(
		'Tell about errors',
		[about, trigger, text, sendEmail('Mail it', [2, 0])],
		[
			[trigger.name, 0, text.name],
			[text.name, 0, 'Mail it'],
		],
	);
}
