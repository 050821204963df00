import { onVersion1 } from '../../host/harness/setup';

/** Differences between the editors of n8n 1 and n8n 2 that users of the package see. */
interface Differences {
	/** Whether the search results, and not only the node's details, show its description. */
	readonly searchDescribes: boolean;
	/** Whether the first credential of a type is created with a button instead of the list. */
	readonly firstCredentialHasButton: boolean;
	/** Whether a credential's dialog closes by itself after it was saved and tested. */
	readonly workingCredentialCloses: boolean;
	/** Text in a credential's dialog when the service refuses the key. */
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

/** Differences of the n8n under test; everything else is the same in both versions. */
export const differences = onVersion1 ? VERSION_1 : VERSION_2;
