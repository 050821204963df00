import { existsSync, readdirSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';
import type { ICredentialType, INodeType } from 'n8n-workflow';
import manifest from '../../package.json';

const ROOT = resolve(__dirname, '../..');

/** n8n loads nodes synchronously as CommonJS. */
const load = createRequire(__filename);

/** This package as n8n loads it: the compiled files that package.json names. */
export interface LoadedPackage {
	name: string;
	nodes: INodeType[];
	credentials: ICredentialType[];
}

/**
 * Loads the compiled nodes and credentials.
 *
 * @throws Error when dist/ is missing or older than the sources, so that no test uses an old build
 */
export function loadPackage(): LoadedPackage {
	assertBuilt([...manifest.n8n.nodes, ...manifest.n8n.credentials]);
	return {
		name: manifest.name,
		nodes: manifest.n8n.nodes.map((file) => instantiate(file, isNodeType)),
		credentials: manifest.n8n.credentials.map((file) => instantiate(file, isCredentialType)),
	};
}

/** Applies n8n's rule: the class has the name of the file, up to the first dot. */
function instantiate<T>(file: string, isExpected: (instance: unknown) => instance is T): T {
	const className = file.replace(/^.*\//, '').split('.')[0] ?? '';
	const exported: unknown = load(join(ROOT, file));
	const Class = isObject(exported) ? exported[className] : undefined;
	if (typeof Class !== 'function') throw new Error(`${file} exports no class ${className}.`);
	const instance: unknown = Reflect.construct(Class, []);
	if (!isExpected(instance)) throw new Error(`${className} of ${file} has no description.`);
	return instance;
}

function isNodeType(instance: unknown): instance is INodeType {
	return isObject(instance) && isObject(instance.description);
}

function isCredentialType(instance: unknown): instance is ICredentialType {
	return isObject(instance) && Array.isArray(instance.properties);
}

function isObject(value: unknown): value is Record<string, unknown> {
	return typeof value === 'object' && value !== null;
}

function assertBuilt(files: string[]) {
	const missing = files.find((file) => !existsSync(join(ROOT, file)));
	if (missing) throw new Error(`${missing} does not exist: run "npm run build" first.`);
	const built = Math.min(...files.map((file) => statSync(join(ROOT, file)).mtimeMs));
	for (const folder of ['nodes', 'client', 'pdf', 'credentials']) {
		const newer = sourcesIn(folder).find((file) => statSync(join(ROOT, file)).mtimeMs > built);
		if (newer) throw new Error(`dist/ is older than ${newer}: run "npm run build" first.`);
	}
}

function sourcesIn(folder: string) {
	return readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
		.filter((file) => file.endsWith('.ts'))
		.map((file) => join(folder, file));
}
