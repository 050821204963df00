import type { TriggerPanelDefinition } from 'n8n-workflow';

const DEVELOPERS_PAGE = "the <b>Developers page</b> of the service's dashboard";

/** What the editor shows beside the node until events come in. */
export const triggerPanel: TriggerPanelDefinition = {
	header: 'Connect the service to this workflow',
	executionsHelp: {
		inactive: `<b>While you build</b><ol><li>Copy the <b>Test URL</b> and add it as an endpoint on ${DEVELOPERS_PAGE}.</li><li>Copy that endpoint's signing secret into the credential.</li><li>Click <b>listen</b>, then let a job finish, or send an earlier event again from the Developers page.</li></ol><b>When it is ready</b><ol><li>Add the <b>Production URL</b> as a second endpoint, and its secret to the credential as <b>Second Signing Secret</b>.</li><li>Activate the workflow. Every finished job then starts it; you find the runs in the <a data-key="executions">executions list</a>, not here.</li></ol>`,
		active: `<b>While you build</b>, click <b>listen</b> and let a job finish: the endpoint with the <b>Test URL</b> brings its event here.<br /><br /><b>Your workflow is active</b>: events at the <b>Production URL</b> start it by themselves; you find the runs in the <a data-key="executions">executions list</a>. Nothing arrives? See the deliveries and their answers on ${DEVELOPERS_PAGE}.`,
	},
	activationHint: {
		inactive: `Once you have added the Production URL on ${DEVELOPERS_PAGE} and its signing secret to the credential, activate the workflow.`,
		active: `Events start this workflow. The runs are in the <a data-key="executions">executions list</a>.`,
	},
};

export const eventTriggerDescription =
	'Waiting for an event at the Test URL: let a job finish, or send an earlier event again from the Developers page';

export const activationMessage =
	"Jobs that finish now start this workflow, if its Production URL is an enabled endpoint on the service's Developers page.";
