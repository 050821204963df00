import { NodeApiError, NodeOperationError } from 'n8n-workflow';

import { executeItems } from '../../../nodes/TagPdf/run';
import { FakeExecution, type FakeSetup } from './fakeExecution';
import { FakeService } from './fakeService';
import { ONE_TRY } from './itemOf';

/** The node at a fake service. `execute` runs it as n8n does. */
export function openNode({ service = new FakeService(), ...setup }: Setup = {}) {
	const fake = new FakeExecution({ answer: service.answer, ...setup });
	return { service, fake, execute: async () => await executeItems(fake.context, ONE_TRY) };
}

interface Setup extends FakeSetup {
	/** Pass the service of an earlier run for a later one. */
	service?: FakeService;
}

/** The error with which a run ends. */
export const errorOfRun = async (
	run: () => Promise<unknown>,
): Promise<NodeApiError | NodeOperationError> => {
	const error = await run().then(
		() => undefined,
		(reason: unknown) => reason,
	);
	if (error instanceof NodeApiError || error instanceof NodeOperationError) return error;
	throw new Error(`Ended with ${String(error)}`);
};
