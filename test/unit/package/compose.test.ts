import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';

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

const FOLDER = join(__dirname, '../../../docker/production');
const read = (name: string) => readFileSync(join(FOLDER, name), 'utf8');
const text = read('compose.yaml');
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
	const offered = [...read('.env.example').matchAll(/^(\w+)=/gm)].map(([, name]) => name);
	expect([...new Set(named)].sort()).toEqual(offered.sort());
});

test('opens ports on this machine only', () => {
	expect(text.match(/ports: .*/g)).toEqual([
		"ports: ['127.0.0.1:5678:5678']",
		"ports: ['127.0.0.1:5679:5678']",
	]);
});
