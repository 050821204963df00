import express, { type Request, type Response } from 'express';
import { WebhookContext } from 'n8n-core';
import {
	type IHttpRequestMethods,
	type INode,
	type INodeExecutionData,
	type IWebhookData,
	type IWebhookDescription,
	type IWebhookResponseData,
	NodeHelpers,
	type Workflow,
	type WorkflowExecuteMode,
	createRunExecutionData,
} from 'n8n-workflow';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { additionalData } from '../host/additionalData';
import type { EngineCredentials } from '../host/credentials';
import type { Execution } from '../execution';
import { readBody } from './rawBody';
import { startRun } from '../runner';

export interface WebhookOptions {
	/** `webhook` is the production URL, `manual` the test URL. */
	mode?: Extract<WorkflowExecuteMode, 'webhook' | 'manual'>;
}

/** A trigger's webhook, served on a free port of 127.0.0.1. */
export interface Webhook {
	url: string;
	/** Errors that `webhook()` threw. n8n answers each with 500 and saves a failed execution. */
	errors: unknown[];
	/** Waits for the executions started so far and returns them, in the order of their start. */
	executions(): Promise<Execution[]>;
	close(): Promise<void>;
}

/**
 * Serves the webhook of the workflow's trigger as n8n 1.123 does (executeWebhook). It reads the body, calls
 * `webhook()` in n8n-core's WebhookContext, and answers. Then it starts an execution at the trigger, with
 * the items that the trigger returned.
 */
export async function listen(
	workflow: Workflow,
	{ mode = 'webhook' }: WebhookOptions,
	credentials: EngineCredentials,
	nextExecutionId: () => string,
): Promise<Webhook> {
	const { node, description } = webhookOf(workflow);
	const path = NodeHelpers.getNodeWebhookPath(
		workflow.id,
		node,
		description.path,
		description.isFullPath,
	);
	const errors: unknown[] = [];
	const executions: Array<Promise<Execution>> = [];
	const app = express().disable('x-powered-by');
	const server = createServer(app).listen(0, '127.0.0.1');
	await once(server, 'listening');
	const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;

	const start = (items: INodeExecutionData[][]) => {
		const data = createRunExecutionData({
			executionData: { nodeExecutionStack: [{ node, data: { main: items }, source: null }] },
		});
		const additional = additionalData(credentials, nextExecutionId(), baseUrl);
		executions.push(startRun(workflow, data, additional, { mode }).finished);
	};

	app.all(`/${mode === 'manual' ? 'webhook-test' : 'webhook'}/${path}`, async (req, res) => {
		if (req.method !== description.httpMethod) return void res.status(404).json({ code: 404 });
		if (!(await readBody(req, res, node.typeVersion))) return;
		try {
			const result = await runWebhook(req, res);
			answer(workflow, node, description, result, res);
			if (result.workflowData) start(result.workflowData);
		} catch (error) {
			errors.push(error);
			res.status(500).json({
				code: 0,
				message: 'Workflow Webhook Error: Workflow could not be started!',
			});
		}
	});

	async function runWebhook(req: Request, res: Response): Promise<IWebhookResponseData> {
		const additional = {
			...additionalData(credentials, '', baseUrl),
			httpRequest: req,
			httpResponse: res,
		};
		const webhookData: IWebhookData = {
			httpMethod: description.httpMethod as IHttpRequestMethods,
			node: node.name,
			path,
			webhookDescription: description,
			workflowId: workflow.id,
			workflowExecuteAdditionalData: additional,
		};
		const context = new WebhookContext(workflow, node, additional, mode, webhookData, [], null);
		const nodeType = workflow.nodeTypes.getByNameAndVersion(node.type, node.typeVersion);
		return (await nodeType.webhook?.call(context)) ?? {};
	}

	return {
		url: `${baseUrl}${mode === 'manual' ? 'webhook-test' : 'webhook'}/${path}`,
		errors,
		executions: async () => await Promise.all(executions),
		async close() {
			server.closeAllConnections();
			await new Promise((resolve) => server.close(resolve));
			await Promise.allSettled(executions);
		},
	};
}

function webhookOf(workflow: Workflow): { node: INode; description: IWebhookDescription } {
	for (const node of Object.values(workflow.nodes)) {
		const { description } = workflow.nodeTypes.getByNameAndVersion(node.type, node.typeVersion);
		const webhook = description.webhooks?.find(({ name }) => name === 'default');
		if (webhook) return { node, description: webhook };
	}
	throw new Error('The workflow has no node with a webhook.');
}

/** n8n's answer with response mode onReceived (n8n 1.123, executeWebhook and its extractor). */
function answer(
	workflow: Workflow,
	node: INode,
	{ responseCode, responseData }: IWebhookDescription,
	result: IWebhookResponseData,
	res: Response,
) {
	if (result.noWebhookResponse) return;
	const evaluate = (value: unknown, fallback: string | number) =>
		workflow.expression.getSimpleParameterValue(
			node,
			value as string | undefined,
			'internal',
			{},
			undefined,
			fallback,
		);
	res.status(Number(evaluate(responseCode, 200)));
	if (!result.workflowData) {
		return void res.json(result.webhookResponse ?? { message: 'Webhook call received' });
	}
	const data = evaluate(responseData, 'firstEntryJson');
	if (data === 'noData') return void res.end();
	const body: unknown = data || (result.webhookResponse ?? { message: 'Workflow was started' });
	if (typeof body === 'string') return void res.send(body);
	res.json(body);
}
