import { onVersion1 } from '../../host/harness/setup';

/** What a user of the package sees otherwise in the editors of n8n 1 and n8n 2. */
interface Differences {
	/** Whether the search shows a node's description, and not only the node's details. */
	readonly searchDescribes: boolean;
	/** What the test of a credential says when the service answers 401. */
	readonly refusedKey: string;
	/** Whether a credential's dialog closes by itself once it is saved and works. */
	readonly workingCredentialCloses: boolean;
}

const VERSION_1: Differences = {
	searchDescribes: false,
	// n8n 1 has a text of its own.
	refusedKey: 'Authorization failed - please check your credentials',
	workingCredentialCloses: false,
};

const VERSION_2: Differences = {
	searchDescribes: true,
	refusedKey: 'The service does not accept this API key',
	workingCredentialCloses: true,
};

/** Those of the n8n under test; whatever is not named here is the same in both. */
export const differences = onVersion1 ? VERSION_1 : VERSION_2;
