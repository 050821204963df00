import type { FastifyInstance } from 'fastify';

/** A part of a message's blocks with a link. */
interface Button {
	readonly text: { readonly text: string };
	readonly url: string;
}

/** A message as it was posted. */
export interface SlackMessage {
	readonly channel: string;
	readonly blocks: ReadonlyArray<{ readonly type: string; readonly elements?: readonly Button[] }>;
}

/** Slack's route: post a message. */
export function slack(server: FastifyInstance, messages: SlackMessage[]): void {
	server.post<{ Body: SlackMessage }>('/api/chat.postMessage', ({ body }) => {
		messages.push(body);
		return { ok: true, channel: body.channel, ts: '1.0', message: { text: '' } };
	});
}

/** The address behind the button of that name. */
export function buttonOf({ blocks }: SlackMessage, name: string): string {
	const buttons = blocks.flatMap(({ elements = [] }) => elements);
	const button = buttons.find(({ text }) => text.text === name);
	if (!button) throw new Error(`The message has no button ${name}`);
	return button.url;
}
