/**
 * The rules of this project, for `npm run eslint -- <files>` and `npm run lint`: typescript-eslint's strictest
 * everywhere, jest's in the tests, n8n's own (eslint.scan.mjs) where the code is shipped.
 * eslint.config.mjs is n8n's template: `n8n-node lint` demands it unchanged.
 */
import js from '@eslint/js';
import { defineConfig, globalIgnores } from 'eslint/config';
import jest from 'eslint-plugin-jest';
import tseslint from 'typescript-eslint';
import scanConfig from './eslint.scan.mjs';

const JAVASCRIPT = ['**/*.js', '**/*.mjs'];
const BROWSER = ['sandbox/developers/page/*.js'];
const TYPESCRIPT = ['**/*.ts'];
/** Global names that may be used: those of the Node.js that runs ESLint, with CommonJS, and of the browser. */
const readonly = (names) => Object.fromEntries(names.map((name) => [name, 'readonly']));
const NODE = readonly([
	...Object.getOwnPropertyNames(globalThis),
	...['require', 'module', 'exports', '__dirname', '__filename'],
]);
const PAGE = readonly(['document', 'window', 'navigator', 'location']);
const TYPES = { project: 'tsconfig.dev.json', tsconfigRootDir: import.meta.dirname };

export default defineConfig(
	globalIgnores([
		'dist/',
		'demo-output/',
		'coverage/',
		'test/results/',
		// Generated from the contract.
		'contract/service.d.ts',
	]),
	{ linterOptions: { reportUnusedDisableDirectives: 'error', reportUnusedInlineConfigs: 'error' } },

	{
		files: [...TYPESCRIPT, ...JAVASCRIPT],
		extends: [js.configs.recommended],
		rules: { eqeqeq: 'error' },
	},
	{
		files: TYPESCRIPT,
		extends: [tseslint.configs.strictTypeChecked],
		languageOptions: { parserOptions: TYPES },
		rules: {
			'@typescript-eslint/switch-exhaustiveness-check': 'error',
			'@typescript-eslint/consistent-type-imports': 'error',
			// `() => close()` and `async () => await close()` return the call's result, even if it is void.
			'@typescript-eslint/no-confusing-void-expression': ['error', { ignoreArrowShorthand: true }],
			// A number in a text is always intended.
			'@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
		},
	},
	{
		files: ['test/**/*.ts'],
		extends: [jest.configs['flat/recommended']],
		rules: {
			// expect.any() and similar matchers return any. Other rules still refuse every use of an any.
			'@typescript-eslint/no-unsafe-assignment': 'off',
			'@typescript-eslint/unbound-method': 'off',
			// The same rule, but it knows that expect() never calls its argument.
			'jest/unbound-method': 'error',
			// These hooks check conditions that must hold before and after every test.
			'jest/no-standalone-expect': [
				'error',
				{ additionalTestBlockFunctions: ['beforeEach', 'afterEach'] },
			],
			// waitFor fails the test if the element never appears on the page.
			'jest/expect-expect': ['error', { assertFunctionNames: ['expect*', '**.waitFor'] }],
		},
	},
	{
		files: ['test/**/*.ts'],
		ignores: ['**/*.test.ts'],
		// Files export suites that several test files run.
		rules: { 'jest/no-export': 'off' },
	},

	// JavaScript: configuration, small scripts, and the Developers page, which the browser loads as is.
	{
		files: JAVASCRIPT,
		extends: [tseslint.configs.strict],
		languageOptions: { globals: NODE, parserOptions: TYPES },
		// The rules with type information that also work without declarations.
		rules: {
			'@typescript-eslint/await-thenable': 'error',
			'@typescript-eslint/no-floating-promises': 'error',
			'@typescript-eslint/no-misused-promises': 'error',
			'@typescript-eslint/return-await': 'error',
		},
	},
	{
		files: ['**/*.js'],
		ignores: BROWSER,
		languageOptions: { sourceType: 'commonjs' },
		// CommonJS has no other import.
		rules: { '@typescript-eslint/no-require-imports': 'off' },
	},
	{ files: BROWSER, languageOptions: { globals: PAGE } },

	{
		files: ['package.json', '{nodes,client,pdf,credentials}/**/*.{js,ts,json}'],
		extends: [scanConfig],
		// n8n's scanner ignores inline configuration as well.
		linterOptions: { noInlineConfig: true },
	},
	{
		// Only the ledger writes what is known of a document. Its types are read-only; this rule also sees a cast.
		files: ['client/submit.ts', 'client/tag.ts'],
		rules: {
			'no-restricted-syntax': [
				'error',
				{
					selector: 'AssignmentExpression[left.type="MemberExpression"]',
					message: 'Use a verb of the ledger.',
				},
				{
					selector: 'CallExpression[callee.object.name="Object"][callee.property.name="assign"]',
					message: 'Use a verb of the ledger.',
				},
			],
		},
	},
);
