import { existsSync } from 'node:fs';
import { join } from 'node:path';

const FOLDER = join(__dirname, '../../../credentials');

/** Both icons of a credential are files, relative to the credentials folder, and differ. */
export function expectIcons({ light, dark }: { light: string; dark: string }): void {
	const files = [light, dark].map((icon) => join(FOLDER, icon.replace(/^file:/, '')));
	expect([light, dark].every((icon) => /^file:.+\.svg$/.test(icon))).toBe(true);
	expect(files.every((file) => existsSync(file))).toBe(true);
	expect(new Set(files).size).toBe(2);
}
