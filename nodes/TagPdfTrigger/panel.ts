import type { TriggerPanelDefinition } from 'n8n-workflow';

const DEVELOPERS_PAGE = "the <b>Developers page</b> of the service's dashboard";
const EXECUTIONS = '<a data-key="executions">executions list</a>';

const whileBuilding = [
	`Under <b>Webhook URLs</b>, copy the <b>Test URL</b>, and add it as an endpoint on ${DEVELOPERS_PAGE}.`,
	"Create a <b>new credential</b>, even if n8n has selected one, and paste that endpoint's signing secret as <b>Signing Secret</b>. With the secret of another endpoint, every delivery gets status 401.",
	'Click <b>Execute step</b>, then let a job finish, or send an earlier event again from the Developers page. The event appears here.',
];

const whenReady = [
	'Copy the <b>Production URL</b>, and add it as a second endpoint.',
	"Paste this endpoint's secret into the same credential, as <b>Second Signing Secret</b>.",
	`Activate (publish) the workflow. From then on every finished job starts it; the runs are in the ${EXECUTIONS}.`,
];

/**
 * Text that the editor shows beside the node until an event arrives. n8n shows none before the node has a
 * credential, so the credential's own text has the first step, too.
 */
export const triggerPanel: TriggerPanelDefinition = {
	header: 'Connect the service to this workflow',
	executionsHelp: {
		inactive: `<b>When it is ready:</b>${numberSteps(whenReady)}`,
		active: `Events at the <b>Production URL</b> start this workflow; the runs are in the ${EXECUTIONS}. Nothing arrives? ${DEVELOPERS_PAGE.replace('the', 'The')} lists the deliveries and what n8n answered.<br /><br /><b>To change it:</b>${numberSteps(whileBuilding)}`,
	},
	// n8n adds a link "More info", which unfolds executionsHelp.
	activationHint: {
		inactive: `n8n does not register its URLs with the service: you do.${numberSteps(whileBuilding, '<br />')}<br /><br />Then let every job start the workflow:`,
		active: `Events start this workflow; the runs are in the ${EXECUTIONS}.`,
	},
};

/** Numbered by hand: the panel has no room for the numbers of a list. */
function numberSteps(texts: string[], space = ''): string {
	return texts.map((text, index) => `${space}<br />${index + 1}. ${text}`).join('');
}

/** Text while the node listens. */
export const eventTriggerDescription =
	'Waiting for an event at the Test URL: let a job finish, or send an earlier event again from the Developers page';

export const activationMessage =
	"From now on, each finished job starts this workflow if its Production URL is an enabled endpoint on the service's Developers page.";
