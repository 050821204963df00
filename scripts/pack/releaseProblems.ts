/** The fields of package.json that npm and n8n compare with others. */
interface Manifest {
	readonly version: string;
	readonly author?: { readonly name: string; readonly email?: string };
	readonly repository?: { readonly url: string };
	readonly homepage: string;
	readonly bugs: { readonly url: string };
}

/**
 * Finds fields that the owner must still fill in before a release. npm publishes with provenance only from
 * the repository that package.json names, and n8n compares the author with npm.
 *
 * @param checkout `owner/name` of the GitHub repository that is released, if known
 * @param notes files of `.changeset/` that are not yet part of CHANGELOG.md
 * @returns one sentence per problem
 */
export function releaseProblems(
	{ author, repository, homepage, bugs, version }: Manifest,
	checkout: string | undefined,
	notes: readonly string[],
): string[] {
	const problems = notes.map((note) => `${note} is not in CHANGELOG.md: run npm run changelog`);
	if (!author?.email || isForExamples(author.email)) {
		problems.push('author is a placeholder: fill in a name, and an address that npm knows');
	}
	if (!/^\d+\.\d+\.\d+$/.test(version)) {
		problems.push(`version ${version} is a version for testers`);
	}
	const named = /^git\+https:\/\/github\.com\/([\w.-]+\/[\w.-]+)\.git$/.exec(
		repository?.url ?? '',
	)?.[1];
	if (named === undefined) {
		problems.push('repository.url is not git+https://github.com/<owner>/<name>.git');
		return problems;
	}
	if (checkout === undefined) {
		problems.push('the repository is unknown: set GITHUB_REPOSITORY, or add the remote "origin"');
	} else if (named !== checkout) {
		problems.push(`repository.url names ${named}, but this is ${checkout}`);
	}
	for (const [field, url] of Object.entries({ homepage, 'bugs.url': bugs.url })) {
		const home = `https://github.com/${named}`;
		if (!url.startsWith(home)) problems.push(`${field} is not at ${home}`);
	}
	return problems;
}

/** Whether RFC 2606 reserves the host of an address for examples. */
function isForExamples(email: string): boolean {
	return /[.@](example(\.(com|net|org))?|test|invalid)$/.test(email);
}

/** Reads `owner/name` from the address of a GitHub remote, in either of git's forms. */
export function gitHubName(remote: string): string | undefined {
	return /github\.com[:/]([\w.-]+\/[\w.-]+?)(?:\.git)?\s*$/.exec(remote)?.[1];
}
