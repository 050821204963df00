import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import manifest from '../../../package.json';
import { loadPackage } from '../../../engine/host/package';

const ROOT = join(__dirname, '../../..');
const read = (file: string) => readFileSync(join(ROOT, file), 'utf8');
const named = [...manifest.n8n.nodes, ...manifest.n8n.credentials];

test('every file named in package.json exists after a build', () => {
	const files = [...named, manifest.main, ...manifest.files, 'README.md', 'LICENSE'];
	expect(files.filter((file) => !existsSync(join(ROOT, file)))).toEqual([]);
});

test('every compiled node and credential is named in package.json', () => {
	const compiled = readdirSync(join(ROOT, 'dist'), { recursive: true, encoding: 'utf8' })
		.filter((file) => /\.(node|credentials)\.js$/.test(file))
		.map((file) => `dist/${file.replaceAll('\\', '/')}`);
	expect(compiled.sort()).toEqual([...named].sort());
});

test('index.js exports the class of every node and credential', () => {
	const exported = jest.requireActual<Record<string, new () => object>>('../../../index.js');
	const classes = named.map((file) => file.split('/').at(-1)?.split('.')[0] ?? '');
	expect(Object.keys(exported).sort()).toEqual(classes.sort());
	for (const [name, Exported] of Object.entries(exported))
		expect(new Exported().constructor.name).toBe(name);
});

test('the package needs only n8n-workflow of its host, and is published with provenance', () => {
	expect(manifest).not.toHaveProperty('dependencies');
	expect(manifest.peerDependencies).toEqual({ 'n8n-workflow': '*' });
	expect(manifest.n8n).toMatchObject({ n8nNodesApiVersion: 1, strict: true });
	expect(manifest.keywords).toContain('n8n-community-node-package');
	expect(manifest.publishConfig).toEqual({ access: 'public', provenance: true });
});

test.each(manifest.n8n.nodes)('%s has a codex that says how to find it', (file) => {
	const codex = JSON.parse(read(file.replace(/\.js$/, '.json'))) as Record<string, unknown>;
	const { nodes } = loadPackage();
	const names = nodes.map(({ description }) => `${manifest.name}.${description.name}`);
	expect(names).toContain(codex.node);
	// Both are versions of n8n's own form, whatever the version of the node: n8n's reviewers ask for it.
	expect(codex).toMatchObject({ nodeVersion: '1.0', codexVersion: '1.0' });
	// test/host/suites/everywhere/search.ts searches with n8n's own rules.
	const aliases = codex.alias as string[];
	expect(aliases).toEqual(expect.arrayContaining(['pdf', 'PDF/UA']));
	expect(new Set(aliases.map((alias) => alias.toLowerCase())).size).toBe(aliases.length);
	// The interface does not promise alternative texts.
	expect(aliases.join().toLowerCase()).not.toContain('alt');
	expect(codex).toHaveProperty('resources.primaryDocumentation');
});

test('every icon exists, in a light and a dark version', () => {
	const { nodes, credentials } = loadPackage();
	const icons = [
		...nodes.map(({ description }) => description.icon),
		...credentials.map(({ icon }) => icon),
	];
	expect(icons).toHaveLength(named.length);
	for (const [index, file] of named.entries()) {
		const icon = icons[index];
		expect(icon).toEqual({ light: expect.any(String), dark: expect.any(String) });
		for (const text of Object.values(icon as Record<string, string>)) {
			const svg = read(join(dirname(file), text.replace('file:', '')));
			expect(svg).toContain('viewBox="0 0 60 60"');
		}
	}
});

test('the newest version in the changelog is the one in package.json', () => {
	const [, version] = /^## (\d+\.\d+\.\d+)$/m.exec(read('CHANGELOG.md')) ?? [];
	expect(version).toBe(manifest.version);
});

test('docs/dependencies.md lists each development dependency, and no other', () => {
	const [, section = ''] = /## Development\n([^]*?)\n## /.exec(read('docs/dependencies.md')) ?? [];
	const listed = [...section.matchAll(/`([^`]+)`/g)].map(([, name]) => name);
	expect(listed.sort()).toEqual(Object.keys(manifest.devDependencies).sort());
});

test('every file that docs/security.md names as proof exists', () => {
	const named = [...read('docs/security.md').matchAll(/`(test\/[^`]+)`/g)].map(
		([, file]) => file ?? '',
	);
	expect(named.length).toBeGreaterThan(10);
	expect(named.filter((file) => !existsSync(join(ROOT, file)))).toEqual([]);
});
