import { type IHookFunctions, NodeOperationError } from 'n8n-workflow';

import { MAX_LENGTH, toOneLine } from '../../client/text';
import { log } from './log';
import { CREDENTIAL, ENTER_SECRET, findSecretProblem } from './secrets';

/**
 * Looks at the signing secrets when n8n begins to listen to the trigger's URLs. Without a secret no event is admitted.
 *
 * If there is a problem, a test fails, and the editor shows the message. An activation succeeds nevertheless, and n8n's
 * log gets a warning: n8n also calls this function when it starts, and when another process takes over. If the function
 * threw an error there, n8n would remove the webhook or deactivate the workflow, depending on version and mode, and
 * events would be lost.
 *
 * @returns true, which n8n expects from a webhook that exists
 * @throws NodeOperationError in a test, if there is a problem
 */
export async function checkSecretsOnListening(context: IHookFunctions): Promise<boolean> {
	const problem = await findProblem(context);
	if (problem === undefined) return true;
	// The message has the advice, too: n8n's editor shows nothing else of this error.
	if (context.getActivationMode() === 'manual')
		throw new NodeOperationError(context.getNode(), problem);
	log(context, 'warn', `may refuse events: ${problem}`);
	return true;
}

async function findProblem(context: IHookFunctions): Promise<string | undefined> {
	if (!context.getNode().credentials?.[CREDENTIAL])
		return `The node has no Tag PDF API credential. Choose one. ${ENTER_SECRET}`;
	try {
		return findSecretProblem(await context.getCredentials(CREDENTIAL));
	} catch (error) {
		return toOneLine(`n8n could not read the credential: ${String(error)}`, MAX_LENGTH.message);
	}
}
