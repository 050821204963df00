import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { HostVersion } from './versions';

/**
 * Settings of every host under test: no telemetry, and no source of differences between runs. n8n ignores
 * settings its version does not know.
 */
export const QUIET_SETTINGS = {
	N8N_LISTEN_ADDRESS: '127.0.0.1',
	N8N_HOST: '127.0.0.1',
	N8N_SECURE_COOKIE: 'false',
	N8N_ENFORCE_SETTINGS_FILE_PERMISSIONS: 'true',
	N8N_DIAGNOSTICS_ENABLED: 'false',
	N8N_VERSION_NOTIFICATIONS_ENABLED: 'false',
	N8N_VERSION_NOTIFICATIONS_WHATS_NEW_ENABLED: 'false',
	N8N_DYNAMIC_BANNERS_ENABLED: 'false',
	N8N_TEMPLATES_ENABLED: 'false',
	N8N_PERSONALIZATION_ENABLED: 'false',
	N8N_HIRING_BANNER_ENABLED: 'false',
	N8N_VERIFIED_PACKAGES_ENABLED: 'false',
	N8N_LICENSE_AUTO_RENEW_ENABLED: 'false',
	EXTERNAL_FRONTEND_HOOKS_URLS: '',
	NO_COLOR: '1',
};

/** A module that downloads a list; older n8n versions lack it. */
const FETCHING_MODULE = 'mcp-registry';

/** These settings without modules that call external servers. The host must be installed. */
export function quietSettings({ folder }: HostVersion): Readonly<Record<string, string>> {
	// n8n does not start if a named module is unknown to it.
	const modules = join(folder, 'node_modules', 'n8n', 'dist', 'modules');
	if (!existsSync(join(modules, FETCHING_MODULE))) return QUIET_SETTINGS;
	return { ...QUIET_SETTINGS, N8N_DISABLED_MODULES: FETCHING_MODULE };
}

/** The owner of every host under test, on loopback and in temporary folders only. `npm start` changes the password. */
export const OWNER = {
	email: 'owner@tag-pdf.example',
	firstName: 'Olga',
	lastName: 'Owner',
	password: 'Tagging-is-4-everyone',
} as const;
