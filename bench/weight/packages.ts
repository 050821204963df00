/** The community packages with the most downloads of a month among those that npm lists, without n8n's own. */
export const PEERS = [
	'n8n-nodes-evolution-api@1.0.4',
	'@devlikeapro/n8n-nodes-chatwoot@1.0.2',
	'n8n-nodes-mcp@0.1.37',
	'n8n-nodes-youtube-transcript-api@2.4.3',
	'n8n-nodes-transcript-lol@0.3.3',
];
