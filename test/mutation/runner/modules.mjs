import Module, { createRequire } from 'node:module';
import { sep } from 'node:path';
import { transformFileSync } from '@swc/core';

/**
 * Loads the project's own modules again for every run; they are compiled once. Packages stay loaded,
 * because reloading them for every mutant is what makes jest slow.
 */
export class Modules {
	#root;
	#require;

	/**
	 * @param {string} root of the project
	 * @param {import('@swc/core').Options} swc how TypeScript is compiled
	 */
	constructor(root, swc) {
		this.#root = root + sep;
		this.#require = createRequire(this.#root);
		const compiled = new Map();
		const compile = (module, path) => {
			if (!compiled.has(path)) {
				const options = { ...swc, module: { type: 'commonjs' }, swcrc: false };
				compiled.set(path, transformFileSync(path, options).code);
			}
			module._compile(compiled.get(path), path);
		};
		// Must come first, because a `TagPdf.node.json` is next to `TagPdf.node.ts`.
		const others = { ...Module._extensions };
		for (const name of Object.keys(others)) Reflect.deleteProperty(Module._extensions, name);
		Object.assign(Module._extensions, { '.ts': compile, ...others });
	}

	/** @param {string} path */
	load(path) {
		return this.#require(path);
	}

	/** Packages are outside: Stryker's copy of the project links to them. */
	forget() {
		const { cache } = this.#require;
		for (const path of Object.keys(cache))
			if (path.startsWith(this.#root)) Reflect.deleteProperty(cache, path);
	}
}
