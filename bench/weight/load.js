/**
 * Loads a community package as n8n does: as JavaScript, in its own process, with nothing else to load.
 * Further arguments are files of dist/ to load as well. Node must run it with --expose-gc. Prints
 * milliseconds, bytes and modules of the package as JSON.
 */
const { createRequire } = require('node:module');
const { basename, join } = require('node:path');

const [folder = '', ...more] = process.argv.slice(2);
const load = createRequire(join(folder, 'package.json'));
const { n8n } = load('./package.json');
// n8n loads n8n-workflow before any package, so it does not count.
load('n8n-workflow');
const before = used();
const began = performance.now();
// Keeps references, or garbage collection would remove the types.
globalThis.types = [...(n8n.credentials ?? []), ...(n8n.nodes ?? [])].map((file) => {
	// n8n finds the class by the name of its file.
	const Type = load(join(folder, file))[basename(file).split('.')[0]];
	return new Type();
});
for (const file of more) load(join(folder, 'dist', file));
const ms = performance.now() - began;
const modules = Object.keys(load.cache).filter((file) =>
	file.startsWith(join(folder, 'dist')),
).length;
console.log(JSON.stringify({ ms, bytes: used() - before, modules }));

function used() {
	globalThis.gc();
	const { heapUsed, external } = process.memoryUsage();
	return heapUsed + external;
}
