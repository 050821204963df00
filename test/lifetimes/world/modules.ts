import crypto from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import vm from 'node:vm';

import * as workflow from 'n8n-workflow';
import type { INodeType } from 'n8n-workflow';
import ts from 'typescript';

import { Controller, Signal } from './abort';

type Exports = Record<string, unknown>;

type Body = (exports: Exports, require: (name: string) => unknown, ...globals: unknown[]) => void;

/** Replacements for the machine's time and random numbers. */
export interface Machine {
	/** Clock in milliseconds since the epoch. */
	now: () => number;
	/** Monotonic milliseconds. */
	passed: () => number;
	random: () => number;
	sleep: (ms: number) => Promise<void>;
}

/** Changes the exports of a module, given its path from the project's folder. */
export type Change = (file: string, exports: Exports, machine: Machine) => void;

interface Compiled {
	/** Path from the project's folder. */
	name: string;
	body: Body;
	/** Path of the imported module, by its name in the code. */
	imports: Map<string, string>;
}

/** A copy without the module's getters, which cost more than the rest of a load. */
const WORKFLOW = { ...workflow };
const ROOT = path.resolve(__dirname, '../../..');
const ENTRY = path.join(ROOT, 'nodes/TagPdf/TagPdf.node.ts');
const GLOBALS = ['Date', 'Math', 'performance', 'AbortController', 'AbortSignal', 'createState'];
/** A module's own map, which is its state. The keys of a WeakMap end with their process. */
const STATE = /^((?:const \w+|exports\.\w+) = )new Map\(\);/gm;

const compiled = new Map<string, Compiled>();

/**
 * The nodes, one module for each source, so that a {@link Change} reaches every function that modules import. The
 * processes of a worker share the modules, so that V8 optimizes their code once; each begins without state.
 */
export class NodeModules {
	private readonly workers = new Map<number, WorkerModules>();

	/** @param change changes the exports of modules */
	constructor(private readonly change: Change = () => {}) {}

	/** Starts a process of n8n: the node has no state. The processes of a worker follow each other. */
	start(worker: number, machine: Machine): INodeType {
		let modules = this.workers.get(worker);
		if (!modules)
			this.workers.set(worker, (modules = new WorkerModules(this.change, { ...machine })));
		return modules.start(machine);
	}
}

/** The modules of a worker. */
class WorkerModules {
	private readonly loaded = new Map<string, Exports>();
	private readonly states: Array<Map<unknown, unknown>> = [];
	private readonly n8n: Exports = { ...WORKFLOW };
	private readonly globals: unknown[];

	/** @param machine that of the current process */
	constructor(
		private readonly change: Change,
		private readonly machine: Machine,
	) {
		const createState = () => {
			const state = new Map();
			this.states.push(state);
			return state;
		};
		this.globals = [...globalsOf(machine), createState];
	}

	start(machine: Machine): INodeType {
		Object.assign(this.machine, machine);
		this.n8n.sleep = machine.sleep;
		for (const state of this.states) state.clear();
		const { TagPdf } = this.load(ENTRY) as { TagPdf: new () => INodeType };
		return new TagPdf();
	}

	private load(filename: string): Exports {
		const known = this.loaded.get(filename);
		if (known) return known;
		const { body, imports, name: file } = compiledOf(filename);
		const exports: Exports = {};
		this.loaded.set(filename, exports);
		const require = (name: string) => {
			if (name === 'n8n-workflow') return this.n8n;
			return name === 'crypto' ? crypto : this.load(imports.get(name) ?? name);
		};
		body(exports, require, ...this.globals);
		if (file === 'client/limits.ts') keepFewDocuments(exports);
		this.change(file, exports, this.machine);
		return exports;
	}
}

function compiledOf(filename: string): Compiled {
	const known = compiled.get(filename) ?? compileFile(filename);
	compiled.set(filename, known);
	return known;
}

/** A life has few documents, and their entries in the node's ledger must be dropped in it as in a long loop. */
function keepFewDocuments({ PRODUCT_LIMITS }: Exports): void {
	const { submission } = PRODUCT_LIMITS as { submission: { keptDocuments?: number } };
	if (submission.keptDocuments === undefined) throw new Error('There is no limit keptDocuments');
	submission.keptDocuments = 1;
}

function compileFile(filename: string): Compiled {
	const code = compile(readFileSync(filename, 'utf8'));
	const parsed = vm.compileFunction(code, ['exports', 'require', ...GLOBALS], { filename });
	const name = path.relative(ROOT, filename);
	return { name, body: parsed as Body, imports: importsOf(code, filename) };
}

function compile(source: string): string {
	const compilerOptions = { target: ts.ScriptTarget.ES2022, module: ts.ModuleKind.CommonJS };
	const { outputText } = ts.transpileModule(source, { compilerOptions });
	return outputText.replace(STATE, '$1createState();');
}

function importsOf(code: string, filename: string): Map<string, string> {
	const names = [...code.matchAll(/require\(["'](\.[^"']+)["']\)/g)].map(([, name = '']) => name);
	const folder = path.dirname(filename);
	return new Map(names.map((name) => [name, require.resolve(path.join(folder, name))]));
}

/** Globals that follow the current process. */
function globalsOf(machine: Machine): unknown[] {
	const now = () => machine.now();
	const performance = { now: () => machine.passed() };
	const math = Object.create(Math, { random: { value: () => machine.random() } }) as typeof Math;
	return [dateOf(now), math, performance, Controller, Signal];
}

/** `Date` with a replaced clock. */
function dateOf(now: () => number): typeof Date {
	return class extends Date {
		constructor(...given: [] | [number | string | Date]) {
			super(given.length === 0 ? now() : given[0]);
		}

		static override now(): number {
			return now();
		}
	} as typeof Date;
}
