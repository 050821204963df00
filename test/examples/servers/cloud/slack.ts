import type { FastifyInstance } from 'fastify';

/** A message as it was posted. */
export interface SlackMessage {
	readonly channel: string;
	readonly blocks: unknown;
}

/** Of Slack: post a message. */
export function slack(server: FastifyInstance, messages: SlackMessage[]): void {
	server.post<{ Body: SlackMessage }>('/api/chat.postMessage', ({ body }) => {
		messages.push(body);
		return { ok: true, channel: body.channel, ts: '1.0', message: { text: '' } };
	});
}

/** The address behind the button of that name. */
export function buttonOf({ blocks }: SlackMessage, name: string): string {
	const found = JSON.stringify(blocks).match(/\{"type":"button".*?"url":"[^"]*"/g) ?? [];
	const button = found.find((text) => text.includes(`"${name}"`));
	return /"url":"([^"]*)"/.exec(button ?? '')?.[1] ?? '';
}
