/** Makes each note an entry of the list. The tool's own function adds commits, which tell users nothing. */

module.exports = {
	getReleaseLine: async ({ summary }) => `- ${summary.replaceAll('\n', '\n  ')}`,
	getDependencyReleaseLine: async () => '',
};
