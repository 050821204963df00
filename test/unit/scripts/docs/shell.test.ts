import { runElsewhere } from '../../../../scripts/docs/commands/elsewhere';
import { commandsOf } from '../../../../scripts/docs/commands/shell';

test('splits the commands of a block at &&, joins continued lines, and drops comments', () => {
	const block = [
		'# The whole of it.',
		'npm ci && npm test   # both',
		'',
		'curl -X POST http://127.0.0.1/#here \\',
		'  -d 1',
	].join('\n');
	expect(commandsOf(block)).toEqual([
		'npm ci',
		'npm test',
		'curl -X POST http://127.0.0.1/#here -d 1',
	]);
});

test.each([
	['npm run lint', '.ci/run'],
	['npm run test:host', '.ci/run'],
	['npm run lint:newest', '.github/workflows/weekly.yml'],
	['npm run tes', undefined],
	['npm run nothing', undefined],
])('%s is run by %s', (command, file) => {
	expect(runElsewhere(command)).toBe(file);
});
