/** Splits a block of shell into commands: joins continued lines, splits at &&, removes comments. */
export function commandsOf(block: string): string[] {
	return block
		.replaceAll(/\s*\\\n\s*/g, ' ')
		.split('\n')
		.flatMap((line) => line.replace(/(?:^|\s+)# .*$/, '').split(' && '))
		.map((command) => command.trim())
		.filter((command) => command !== '');
}
