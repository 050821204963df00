import { randomUUID } from 'node:crypto';
import { copyFile, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { removeFolder } from '../../test/host/harness/folder';
import { newHome } from '../../test/host/harness/home';
import { installHost } from '../../test/host/harness/install';
import { startN8n } from '../../test/host/harness/n8n';
import { opening, type Close } from '../../test/host/harness/opening';
import { addPackage, packageUnderTest } from '../../test/host/harness/package';
import { addCredential } from '../../test/host/harness/rest/credentials';
import { Session } from '../../test/host/harness/rest/session';
import { activate, addWorkflow, type WorkflowNode } from '../../test/host/harness/rest/workflows';
import { until } from '../../test/host/harness/until';
import { latestVersion } from '../../test/host/harness/versions';
import { chain, node, tagPdfTrigger, webhook } from '../../test/host/harness/workflow';

/** A community package with an empty trigger. */
const FLOOR = 'n8n-nodes-floor';

/** A real n8n with one workflow per trigger. Each workflow has only its trigger. */
export interface Place {
	/** Production URLs. */
	readonly urls: { readonly webhook: string; readonly floor: string; readonly tagPdf: string };
	readonly secret: string;
	/** Returns the number of stored executions. */
	readonly executions: () => Promise<number>;
	/** Resolves when no execution is running; true if an execution was running at first. */
	readonly idle: () => Promise<boolean>;
	readonly close: Close;
}

/** @param env settings of n8n */
export async function openPlace(env: Readonly<Record<string, string>>): Promise<Place> {
	return await opening(async (onClose, close) => {
		const host = await installHost(latestVersion(), () => undefined);
		const home = await newHome(host);
		onClose(async () => await removeFolder(home));
		await addPackage(home, await packageUnderTest());
		await addFloor(home);
		const n8n = await startN8n({ host, home, env });
		onClose(async () => await n8n.stop());
		const session = await Session.signIn(n8n.url);
		const secret = randomUUID();
		const service = { apiKey: 'none', baseUrl: 'http://localhost' };
		const data = { ...service, productionSigningSecret: secret };
		const credential = await addCredential(session, 'tagPdfApi', 'Endpoint', data);
		const publish = async (trigger: WorkflowNode, path = '') => {
			await activate(session, await addWorkflow(session, chain(trigger.name, trigger)));
			return `${n8n.url}/webhook/${String(trigger.webhookId)}${path}`;
		};
		const floor = node('Floor', `${FLOOR}.floor`, 2, {}, { webhookId: randomUUID() });
		const urls = {
			webhook: await publish(webhook(randomUUID())),
			floor: await publish(floor, '/webhook'),
			tagPdf: await publish(tagPdfTrigger(credential), '/webhook'),
		};
		const count = async (filter: object) => await countExecutions(session, filter);
		return {
			urls,
			secret,
			executions: async () => await count({}),
			idle: async () => {
				const running = { status: ['new', 'running'] };
				const patience = { what: 'all executions have ended', every: 50 };
				if ((await count(running)) === 0) return false;
				await until(patience, async () => (await count(running)) === 0);
				return true;
			},
			close,
		};
	});
}

/** Installs the empty trigger into n8n's folder of packages. */
async function addFloor(home: string): Promise<void> {
	const folder = join(home, '.n8n', 'nodes', 'node_modules', FLOOR);
	await mkdir(folder, { recursive: true });
	await copyFile(join(__dirname, 'Floor.node.js'), join(folder, 'Floor.node.js'));
	const manifest = { name: FLOOR, version: '1.0.0', n8n: { nodes: ['Floor.node.js'] } };
	await writeFile(join(folder, 'package.json'), JSON.stringify(manifest));
}

async function countExecutions(session: Session, filter: object): Promise<number> {
	const query = new URLSearchParams({ limit: '1', filter: JSON.stringify(filter) }).toString();
	const { count } = await session.call<{ count: number }>('GET', `/rest/executions?${query}`);
	return count;
}
