import { onVersion1 } from '../../host/harness/setup';

/** What a user of the package sees otherwise in the editors of n8n 1 and n8n 2. */
interface Differences {
	/** Whether the search shows a node's description, and not only the node's details. */
	readonly searchDescribes: boolean;
	/** Whether a button makes the first credential of its kind, and not the list of those there are. */
	readonly firstCredentialHasButton: boolean;
	/** Whether a credential's dialog closes by itself once it is saved and works. */
	readonly workingCredentialCloses: boolean;
	/** What a credential's dialog says of a key that the service refuses. */
	readonly refusedKey: string;
}

const VERSION_1: Differences = {
	searchDescribes: false,
	firstCredentialHasButton: false,
	workingCredentialCloses: false,
	refusedKey: 'Authorization failed - please check your credentials',
};

const VERSION_2: Differences = {
	searchDescribes: true,
	firstCredentialHasButton: true,
	workingCredentialCloses: true,
	refusedKey: 'The service does not accept the API key',
};

/** Those of the n8n under test; whatever is not named here is the same in both. */
export const differences = onVersion1 ? VERSION_1 : VERSION_2;
