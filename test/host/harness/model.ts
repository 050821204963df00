import fastify, { type FastifyInstance } from 'fastify';

interface Message {
	readonly role: string;
	readonly content?: unknown;
}

interface Completion {
	readonly messages: readonly Message[];
	readonly tools?: ReadonlyArray<{ readonly function: { readonly name: string } }>;
}

/** A language model on this machine that always does the same: it calls its first tool once. */
export interface Model {
	/** Base URL as the OpenAI credential takes it. */
	readonly url: string;
	/** What the tool has given back, as the model reads it, oldest first. */
	readonly toolResults: readonly string[];
	readonly close: () => Promise<void>;
}

/** Starts a model that calls its tool with these arguments and then says "Done". */
export async function startModel(toolArguments: () => object): Promise<Model> {
	const toolResults: string[] = [];
	const server: FastifyInstance = fastify({ forceCloseConnections: true });
	server.post<{ Body: Completion }>('/v1/chat/completions', ({ body }) => {
		const result = body.messages.find(({ role }) => role === 'tool');
		if (result) toolResults.push(JSON.stringify(result.content));
		const message = result ? { content: 'Done' } : call(body, toolArguments());
		return {
			id: 'completion',
			object: 'chat.completion',
			created: 0,
			model: 'test',
			choices: [
				{
					index: 0,
					finish_reason: result ? 'stop' : 'tool_calls',
					message: { role: 'assistant', ...message },
				},
			],
			usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 },
		};
	});
	const address = await server.listen({ port: 0, host: '127.0.0.1' });
	return { url: `${address}/v1`, toolResults, close: async () => await server.close() };
}

function call({ tools = [] }: Completion, toolArguments: object) {
	const name = tools[0]?.function.name;
	const called = { name, arguments: JSON.stringify(toolArguments) };
	return { content: null, tool_calls: [{ id: 'call_1', type: 'function', function: called }] };
}
