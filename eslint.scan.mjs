/**
 * The rules that n8n checks community packages with before it verifies them, composed as in
 * `@n8n/scan-community-package` 0.32.0, so that a package that passes here also passes there.
 *
 * `npm run lint` applies them to the sources and to the files of the packed package.
 */
import { n8nCommunityNodesPlugin } from '@n8n/eslint-plugin-community-nodes';
import { defineConfig } from 'eslint/config';
import n8nNodesPlugin from 'eslint-plugin-n8n-nodes-base';
import { parser } from 'typescript-eslint';

const { community, credentials, nodes } = n8nNodesPlugin.configs;

export default defineConfig(
	n8nCommunityNodesPlugin.configs.recommended,
	{ rules: { 'no-console': 'error' } },
	{ plugins: { 'n8n-nodes-base': n8nNodesPlugin } },
	{ files: ['package.json'], rules: community.rules },
	{
		files: ['**/credentials/**/*.ts'],
		rules: {
			...credentials.rules,
			// The scanner leaves these two out: they are made for n8n's own nodes, or done better elsewhere.
			'n8n-nodes-base/cred-class-field-documentation-url-miscased': 'off',
			'n8n-nodes-base/cred-class-field-type-options-password-missing': 'off',
		},
	},
	{
		files: ['**/nodes/**/*.ts'],
		rules: {
			...nodes.rules,
			// The scanner leaves these three out: they support only inputs and outputs written as text,
			// and services without a maximum.
			'n8n-nodes-base/node-class-description-inputs-wrong-regular-node': 'off',
			'n8n-nodes-base/node-class-description-outputs-wrong': 'off',
			'n8n-nodes-base/node-param-type-options-max-value-present': 'off',
		},
	},
	{ files: ['**/*.json', '**/*.ts'], languageOptions: { parser } },
);
