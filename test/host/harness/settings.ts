import type { HostVersion } from './versions';

/** Names are n8n's; those that a version doesn't know are ignored by it. */
const QUIET = {
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

/**
 * Environment of every host under test: no telemetry, no call to the outside, nothing that would
 * differ between two runs.
 */
export function quietSettings({ n8n }: HostVersion): Readonly<Record<string, string>> {
	// 1.x has no such module and doesn't start when one that it doesn't know is named.
	if (n8n.startsWith('1.')) return QUIET;
	return { ...QUIET, N8N_DISABLED_MODULES: 'mcp-registry' };
}

/** The owner of every host under test. It exists on loopback and in temporary folders only. */
export const OWNER = {
	email: 'owner@tag-pdf.example',
	firstName: 'Olga',
	lastName: 'Owner',
	password: 'Tagging-is-4-everyone',
} as const;
