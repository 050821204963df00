/** The commands of a block of shell: joined where a line goes on, parted at &&, without comments. */
export function commandsOf(block: string): string[] {
	return block
		.replaceAll(/\s*\\\n\s*/g, ' ')
		.split('\n')
		.flatMap((line) => line.replace(/(?:^|\s+)# .*$/, '').split(' && '))
		.map((command) => command.trim())
		.filter((command) => command !== '');
}
