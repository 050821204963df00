import fastify, { type FastifyInstance } from 'fastify';

interface Message {
	readonly role: string;
	readonly content?: unknown;
}

interface Tool {
	readonly name: string;
	readonly description: string;
}

interface Completion {
	readonly messages: readonly Message[];
	readonly tools?: ReadonlyArray<{ readonly function: Tool }>;
}

/** A tool call: the tool's name and its arguments. */
export interface ToolCall {
	readonly name: string;
	readonly arguments: object;
}

/** One step of the model. It reads the tool results so far, as text; without a call it says "Done". */
export type Step = (results: readonly string[]) => ToolCall | undefined;

/** A scripted language model on this machine. */
export interface Model {
	/** Base URL for the OpenAI credential. */
	readonly url: string;
	/** Tool results of the last conversation, as text for the model, oldest first. */
	readonly toolResults: () => readonly string[];
	/** The tools last offered to the model, with their descriptions. */
	readonly tools: () => readonly Tool[];
	readonly close: () => Promise<void>;
}

/** Starts a model that follows its script from the beginning in each conversation, then says "Done". */
export async function startModel(steps: readonly Step[]): Promise<Model> {
	let results: string[] = [];
	let offered: Tool[] = [];
	const server: FastifyInstance = fastify({ forceCloseConnections: true });
	server.post<{ Body: Completion }>('/v1/chat/completions', ({ body }) => {
		results = body.messages.filter(({ role }) => role === 'tool').map(textOf);
		offered = (body.tools ?? []).map((tool) => tool.function);
		const call = steps[results.length]?.(results);
		const message = call ? callOf(call, results.length) : { content: 'Done' };
		return {
			id: 'completion',
			object: 'chat.completion',
			created: 0,
			model: 'test',
			choices: [
				{
					index: 0,
					finish_reason: call ? 'tool_calls' : 'stop',
					message: { role: 'assistant', ...message },
				},
			],
			usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 },
		};
	});
	const address = await server.listen({ port: 0, host: '127.0.0.1' });
	return {
		url: `${address}/v1`,
		toolResults: () => results,
		tools: () => offered,
		close: async () => await server.close(),
	};
}

function textOf({ content }: Message): string {
	return typeof content === 'string' ? content : JSON.stringify(content);
}

function callOf({ name, arguments: given }: ToolCall, step: number) {
	const called = { name, arguments: JSON.stringify(given) };
	return {
		content: null,
		tool_calls: [{ id: `call_${step}`, type: 'function', function: called }],
	};
}
