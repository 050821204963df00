import {
	existsSync,
	mkdirSync,
	mkdtempSync,
	readdirSync,
	readFileSync,
	rmSync,
	writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import execa from 'execa';
import { parse } from 'yaml';
import { DEFAULT_PORTS } from '../../../scripts/start/tour';

interface Service {
	readonly image: string;
	readonly command?: string;
	readonly environment: Readonly<Record<string, string>>;
	readonly volumes: readonly string[];
}
interface Compose {
	readonly services: Readonly<Record<string, Service>>;
	readonly volumes: object;
}

interface TourService extends Omit<Service, 'command'> {
	readonly build: object;
	readonly command: readonly string[];
	readonly depends_on: object;
	readonly network_mode: string;
	readonly ports: readonly string[];
}
interface TourCompose {
	readonly services: Readonly<Record<'n8n' | 'package' | 'service', TourService>>;
	readonly volumes: object;
}

const DOCKER = join(__dirname, '../../../docker');
const read = (name: string) => readFileSync(join(DOCKER, name), 'utf8');

describe('the compose file for production', () => {
	const text = read('production/compose.yaml');
	const { services, volumes } = parse(text, { merge: true }) as Compose;
	const n8n = ['main', 'webhook', 'worker-1', 'worker-2'].map((name) => services[name]);

	test('runs the main process, a webhook processor and two workers of the same n8n', () => {
		expect(n8n.map((service) => service?.command)).toEqual([
			undefined,
			'webhook',
			'worker',
			'worker',
		]);
		expect(new Set(n8n.map((service) => service?.image)).size).toBe(1);
	});

	test('gives all processes of n8n the same key, database, queue and store', () => {
		const { environment: shared } = services['worker-1'] as Service;
		expect(shared).toMatchObject({
			EXECUTIONS_MODE: 'queue',
			N8N_DEFAULT_BINARY_DATA_MODE: 'database',
			N8N_UNVERIFIED_PACKAGES_ENABLED: 'true',
			N8N_REINSTALL_MISSING_PACKAGES: 'true',
		});
		for (const service of n8n) expect(service?.environment).toMatchObject(shared);
	});

	test('declares every volume, and shares none between processes', () => {
		const used = Object.values(services).flatMap((service) =>
			service.volumes.map((volume) => volume.split(':')[0]),
		);
		expect(used.sort()).toEqual(Object.keys(volumes).sort());
	});

	test('takes every value that it requires from .env.example', () => {
		const named = [...text.matchAll(/\$\{(\w+)/g)].map(([, name]) => name);
		const offered = [...read('production/.env.example').matchAll(/^(\w+)=/gm)].map(
			([, name]) => name,
		);
		expect([...new Set(named)].sort()).toEqual(offered.sort());
	});

	test('opens ports on this machine only', () => {
		expect(text.match(/ports: .*/g)).toEqual([
			"ports: ['127.0.0.1:5678:5678']",
			"ports: ['127.0.0.1:5679:5678']",
		]);
	});
});

describe('the compose file of the tour', () => {
	const text = read('tour/compose.yaml');
	const { services, volumes } = parse(text) as TourCompose;
	const { n8n, package: adding, service } = services;
	const dockerfile = read('tour/Dockerfile');

	test('adds the package to the folder of n8n before n8n starts', () => {
		expect(n8n.depends_on).toEqual({ package: { condition: 'service_completed_successfully' } });
		expect(adding.command).toEqual([
			'sh',
			'/tour/docker/tour/add-package.sh',
			'/package',
			'/home/node/.n8n',
		]);
		expect(adding.volumes).toEqual(n8n.volumes);
		expect(Object.keys(volumes)).toEqual(['n8n']);
		expect(n8n.environment.N8N_UNVERIFIED_PACKAGES_ENABLED).toBe('true');
	});

	test('lets the sandbox share the loopback of n8n, because the credential accepts http there only', () => {
		expect(service.network_mode).toBe('service:n8n');
		expect(service.depends_on).toEqual({ n8n: { condition: 'service_healthy' } });
		expect(dockerfile).toContain('CMD ["node", "--import", "tsx", "scripts/start/inContainer.ts"]');
	});

	test('publishes the ports of n8n, link, API and storage on this machine only', () => {
		const { n8n: editor, sandbox, welcome } = DEFAULT_PORTS;
		const ports = [editor, welcome, sandbox, sandbox + 1];
		expect(n8n.ports).toEqual(ports.map((port) => `127.0.0.1:${port}:${port}`));
	});

	test('builds both containers from one image, of files that exist', () => {
		for (const { build, image } of [adding, service]) {
			expect(image).toBe('n8n-tag-pdf-tour');
			expect(build).toEqual({ context: '../..', dockerfile: 'docker/tour/Dockerfile' });
		}
		const copied = [...dockerfile.matchAll(/^COPY (.+) \.\/?$/gm)].flatMap(([, files = '']) =>
			files.split(' '),
		);
		expect(copied).toContain('package.json');
		for (const file of copied) expect(existsSync(join(DOCKER, '..', file))).toBe(true);
	});
});

describe('the script that adds the package', () => {
	test('replaces an earlier copy whole, and leaves other packages alone', async () => {
		const folder = mkdtempSync(join(tmpdir(), 'tag-pdf-add-'));
		const [source, target] = [join(folder, 'package'), join(folder, '.n8n')];
		const packages = join(target, 'nodes', 'node_modules');
		mkdirSync(source);
		mkdirSync(join(packages, 'n8n-nodes-tag-pdf'), { recursive: true });
		mkdirSync(join(packages, 'n8n-nodes-other'));
		writeFileSync(join(packages, 'n8n-nodes-tag-pdf', 'old.js'), '');
		writeFileSync(join(source, 'package.json'), '{}');
		await execa('sh', [join(DOCKER, 'tour', 'add-package.sh'), source, target]);
		expect(readdirSync(packages).sort()).toEqual(['n8n-nodes-other', 'n8n-nodes-tag-pdf']);
		expect(readdirSync(join(packages, 'n8n-nodes-tag-pdf'))).toEqual(['package.json']);
		rmSync(folder, { recursive: true });
	});
});
