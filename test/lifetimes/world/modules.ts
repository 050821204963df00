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
const GLOBALS = ['Date', 'Math', 'performance', 'AbortController', 'AbortSignal'];
/** Stateless code that reads bytes; all processes share it. */
const STATELESS = path.join(ROOT, 'pdf') + path.sep;

/**
 * The nodes, compiled once, one module for each source, so that a {@link Change} reaches every function that
 * modules import. Each process of n8n runs them again and has its own state.
 */
export class NodeModules {
	private readonly compiled = new Map<string, Compiled>();
	private readonly shared = new Map<string, Exports>();

	/**
	 * Runs the code from its beginning, like a process of n8n that has just started.
	 *
	 * @param change changes the exports of modules
	 */
	load(machine: Machine, change: Change = () => {}): INodeType {
		const loaded = new Map<string, Exports>();
		const own = globalsOf(machine);
		const n8n = { ...WORKFLOW, sleep: machine.sleep };
		const load = (filename: string): Exports => {
			const isShared = filename.startsWith(STATELESS);
			const cache = isShared ? this.shared : loaded;
			const known = cache.get(filename);
			if (known) return known;
			const { body, imports, name: file } = this.compiledOf(filename);
			const exports: Exports = {};
			cache.set(filename, exports);
			const require = (name: string) => {
				if (name === 'n8n-workflow') return n8n;
				if (name === 'crypto') return crypto;
				return load(imports.get(name) ?? name);
			};
			body(exports, require, ...(isShared ? TIMELESS : own));
			if (file === 'client/limits.ts') keepFewDocuments(exports);
			change(file, exports, machine);
			return exports;
		};
		const { TagPdf } = load(ENTRY) as { TagPdf: new () => INodeType };
		return new TagPdf();
	}

	private compiledOf(filename: string): Compiled {
		const compiled = this.compiled.get(filename) ?? compileFile(filename);
		this.compiled.set(filename, compiled);
		return compiled;
	}
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
	return ts.transpileModule(source, { compilerOptions }).outputText;
}

function importsOf(code: string, filename: string): Map<string, string> {
	const names = [...code.matchAll(/require\(["'](\.[^"']+)["']\)/g)].map(([, name = '']) => name);
	const folder = path.dirname(filename);
	return new Map(names.map((name) => [name, require.resolve(path.join(folder, name))]));
}

function globalsOf(machine: Omit<Machine, 'sleep'>): unknown[] {
	const performance = { now: machine.passed };
	return [dateOf(machine), mathOf(machine), performance, Controller, Signal];
}

/** Globals of code that all processes share. */
const TIMELESS = globalsOf({ now: () => 0, passed: () => 0, random: () => 0 });

/** `Date` with a replaced clock. */
function dateOf({ now }: Pick<Machine, 'now'>): typeof Date {
	return class extends Date {
		constructor(...given: [] | [number | string | Date]) {
			super(given.length === 0 ? now() : given[0]);
		}

		static override now(): number {
			return now();
		}
	} as typeof Date;
}

/** `Math` with replaced random numbers. */
function mathOf({ random }: Pick<Machine, 'random'>): typeof Math {
	return Object.create(Math, { random: { value: random } }) as typeof Math;
}
