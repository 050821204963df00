import { type IHookFunctions, NodeOperationError } from 'n8n-workflow';

import { MAX_LENGTH, toOneLine } from '../../client/text';
import { log } from './log';
import { CREDENTIAL, ENTER_SECRET, findSecretProblem } from './secrets';

/**
 * Looks at the signing secrets when n8n begins to listen to the trigger's URLs. Without a secret no event is admitted.
 *
 * A test fails then, and the editor shows the message. An activation succeeds, whatever is wrong: n8n also calls this
 * when it starts or another process takes over, and after an error there, depending on version and mode, it removes
 * the webhook or deactivates the workflow, so that events would be lost. The log has a warning instead.
 *
 * @returns true, which n8n expects from a webhook that exists
 * @throws NodeOperationError in a test
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
