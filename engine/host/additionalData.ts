import { Container } from '@n8n/di';
import { ExternalSecretsProxy } from 'n8n-core';
import type { ICredentialsHelper, IWorkflowExecuteAdditionalData } from 'n8n-workflow';

/** Addresses as a fresh n8n reports them; webhooks get the address that their server listens on. */
const INSTANCE_URL = 'http://127.0.0.1:5678/';

/** Data that n8n passes to every execution besides the workflow (n8n 1.123, getBase). */
export function additionalData(
	credentialsHelper: ICredentialsHelper,
	executionId: string,
	baseUrl = INSTANCE_URL,
): IWorkflowExecuteAdditionalData & { executionId: string } {
	const absent = (what: string) => () =>
		Promise.reject(new Error(`${what} are not part of this engine.`));
	return {
		credentialsHelper,
		executionId,
		currentNodeExecutionIndex: 0,
		restApiUrl: `${baseUrl}rest`,
		instanceBaseUrl: baseUrl,
		formWaitingBaseUrl: `${baseUrl}form-waiting`,
		webhookBaseUrl: `${baseUrl}webhook`,
		webhookWaitingBaseUrl: `${baseUrl}webhook-waiting`,
		webhookTestBaseUrl: `${baseUrl}webhook-test`,
		variables: {},
		externalSecretsProxy: Container.get(ExternalSecretsProxy),
		executeWorkflow: absent('Sub-workflows'),
		getRunExecutionData: absent('Stored executions'),
		startRunnerTask: absent('Task runners'),
		logAiEvent: () => {},
	};
}
